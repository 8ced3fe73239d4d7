<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ActionState</name>
    <message>
        <source>Proposed</source>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>Wartet auf Sie</translation>
    </message>
    <message>
        <source>Approved, starting soon</source>
        <translation>Freigegeben, startet gleich</translation>
    </message>
    <message>
        <source>Approved, not started</source>
        <translation>Freigegeben, nicht gestartet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Invalid</source>
        <translation>Ungültig</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>Abgelaufen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Outcome unknown</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Settled by a person</source>
        <translation>Von einer Person geklärt</translation>
    </message>
</context>
<context>
    <name>ArgumentsView</name>
    <message>
        <source>1 byte</source>
        <extracomment>The size of a value.</extracomment>
        <translation>1 Byte</translation>
    </message>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <extracomment>The size of a value.</extracomment>
        <translation>
            <numerusform>%Ln Byte</numerusform>
            <numerusform>%Ln Byte</numerusform>
        </translation>
    </message>
    <message>
        <source>•••• %1</source>
        <extracomment>Stands for a secret value that is not shown; %1 is its size (&quot;28 bytes&quot;).</extracomment>
        <translation>•••• %1</translation>
    </message>
    <message>
        <source> … %1 of %2 bytes are shown</source>
        <extracomment>Behind a text that is shown in part; both are numbers of bytes.</extracomment>
        <translation> … %1 von %2 Byte werden gezeigt</translation>
    </message>
    <message>
        <source>secret value</source>
        <extracomment>Instead of the type of a value: it is a secret.</extracomment>
        <translation>geheimer Wert</translation>
    </message>
    <message>
        <source>null</source>
        <extracomment>A type of JSON value. It is the word of the format itself.</extracomment>
        <translation>null</translation>
    </message>
    <message>
        <source>boolean</source>
        <extracomment>A type of JSON value: true or false.</extracomment>
        <translation>Wahrheitswert</translation>
    </message>
    <message>
        <source>number</source>
        <extracomment>A type of JSON value.</extracomment>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>string</source>
        <extracomment>A type of JSON value: text.</extracomment>
        <translation>Zeichenkette</translation>
    </message>
    <message>
        <source>array</source>
        <extracomment>A type of JSON value: a list of values.</extracomment>
        <translation>Liste</translation>
    </message>
    <message>
        <source>object</source>
        <extracomment>A type of JSON value: members with names.</extracomment>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>  %1, %2</source>
        <extracomment>Behind the name of a value: its type, and its size (&quot;12 bytes&quot;).</extracomment>
        <translation>  %1, %2</translation>
    </message>
    <message>
        <source>, level %1</source>
        <extracomment>How deep inside of other values a value stands.</extracomment>
        <translation>, Ebene %1</translation>
    </message>
    <message>
        <source>All arguments</source>
        <extracomment>The row of the whole arguments of a call.</extracomment>
        <translation>Alle Argumente</translation>
    </message>
    <message>
        <source>(empty name)</source>
        <extracomment>Instead of the name of a member that has the name &quot;&quot;.</extracomment>
        <translation>(leerer Name)</translation>
    </message>
    <message>
        <source>More values that are not shown here: %1. Raw has them.</source>
        <extracomment>The last row of a long tree. Raw is the name of the other tab.</extracomment>
        <translation>Weitere Werte, die hier nicht gezeigt werden: %1. Sie stehen unter „Rohdaten“.</translation>
    </message>
    <message>
        <source>The first %1 of %2 bytes. Enter shows the rest.</source>
        <extracomment>Behind the beginning of a long text; both are numbers of bytes. Enter is the key.</extracomment>
        <translation>Die ersten %1 von %2 Byte. Eingabe zeigt den Rest.</translation>
    </message>
    <message>
        <source>empty</source>
        <extracomment>Instead of a value: an object or a list without anything in it.</extracomment>
        <translation>leer</translation>
    </message>
    <message>
        <source>Members: %1</source>
        <extracomment>Beside an object or a list; its members or values stand below.</extracomment>
        <translation>Felder: %1</translation>
    </message>
    <message>
        <source>Values: %1</source>
        <translation>Werte: %1</translation>
    </message>
    <message>
        <source>Members: %1, not shown. Enter opens.</source>
        <extracomment>Beside an object or a list whose contents are not shown until it is opened.</extracomment>
        <translation>Felder: %1, nicht gezeigt. Eingabe öffnet.</translation>
    </message>
    <message>
        <source>Values: %1, not shown. Enter opens.</source>
        <translation>Werte: %1, nicht gezeigt. Eingabe öffnet.</translation>
    </message>
    <message>
        <source>  beyond 2^53: some programs round it</source>
        <extracomment>Behind a whole number that is larger than programs can hold as floating point.</extracomment>
        <translation>  größer als 2^53: manche Programme runden die Zahl</translation>
    </message>
    <message>
        <source>empty text</source>
        <extracomment>Instead of a text that has no characters.</extracomment>
        <translation>leerer Text</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message numerus="yes">
        <source>%n call(s) waiting for a decision.</source>
        <translation>
            <numerusform>%n Aufruf wartet auf eine Entscheidung.</numerusform>
            <numerusform>%n Aufrufe warten auf eine Entscheidung.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n critical waiting</source>
        <translation>
            <numerusform>Freigaben: %n kritischer Aufruf wartet</numerusform>
            <numerusform>Freigaben: %n kritische Aufrufe warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n about to expire</source>
        <translation>
            <numerusform>Freigaben: %n Aufruf läuft bald ab</numerusform>
            <numerusform>Freigaben: %n Aufrufe laufen bald ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outcome(s) nobody knows</source>
        <translation>
            <numerusform>%n unbekannter Ausgang</numerusform>
            <numerusform>%n unbekannte Ausgänge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n high waiting</source>
        <translation>
            <numerusform>Freigaben: %n Aufruf mit hohem Risiko wartet</numerusform>
            <numerusform>Freigaben: %n Aufrufe mit hohem Risiko warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n new</source>
        <translation>
            <numerusform>Freigaben: %n neuer Aufruf</numerusform>
            <numerusform>Freigaben: %n neue Aufrufe</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CardNotice</name>
    <message>
        <source>What is stored of this request does not fit: %1. It never runs and cannot be approved.</source>
        <extracomment>%1 names what is stored and does not fit</extracomment>
        <translation>Was zu dieser Anfrage gespeichert ist, passt nicht zusammen: %1. Sie wird nie ausgeführt und kann nicht freigegeben werden.</translation>
    </message>
    <message>
        <source>Time is up. This cannot be approved any more.</source>
        <extracomment>nobody decided in time</extracomment>
        <translation>Die Frist ist abgelaufen. Das kann nicht mehr freigegeben werden.</translation>
    </message>
    <message>
        <source>Less than 1 min left to decide.</source>
        <translation>Weniger als 1 min bleibt für die Entscheidung.</translation>
    </message>
    <message>
        <source>The request changed.</source>
        <extracomment>notice about an open request</extracomment>
        <translation>Die Anfrage hat sich geändert.</translation>
    </message>
    <message>
        <source>Show what changed</source>
        <extracomment>button: shows the request as it is now</extracomment>
        <translation>Änderungen zeigen</translation>
    </message>
    <message>
        <source>The request could not be read, so it cannot be decided on: %1</source>
        <extracomment>%1 are the core&apos;s own words</extracomment>
        <translation>Die Anfrage konnte nicht gelesen werden, deshalb kann über sie nicht entschieden werden: %1</translation>
    </message>
    <message>
        <source>The tool that was asked for is not there as it was then. This can be denied, not approved.</source>
        <extracomment>a request can only be denied, and why</extracomment>
        <translation>Das verlangte Werkzeug ist nicht mehr so vorhanden wie damals. Die Anfrage kann abgelehnt, aber nicht freigegeben werden.</translation>
    </message>
    <message>
        <source>This is the request as it is now. Changed: %1.</source>
        <extracomment>%1 is a list of parts of a request, e.g. arguments, targets</extracomment>
        <translation>Das ist die Anfrage, wie sie jetzt ist. Geändert: %1.</translation>
    </message>
    <message>
        <source>You can read, not decide.</source>
        <translation>Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>You can read, not decide: %1</source>
        <extracomment>%1 is the reason</extracomment>
        <translation>Sie können lesen, aber nicht entscheiden: %1</translation>
    </message>
    <message>
        <source>No connection. You see the state of %1 and cannot decide.</source>
        <extracomment>the core does not answer; %1 is a time</extracomment>
        <translation>Keine Verbindung. Sie sehen den Stand von %1 und können nicht entscheiden.</translation>
    </message>
    <message>
        <source>Ask for more time</source>
        <extracomment>button: asks for more time to decide</extracomment>
        <translation>Um mehr Zeit bitten</translation>
    </message>
    <message>
        <source>%1 Snoozed by %2: “%3”</source>
        <extracomment>a request that is put aside: %1 when it is back and when it expires, %2 a person&apos;s name, %3 the reason in that person&apos;s words</extracomment>
        <translation>%1 Zurückgestellt von %2: „%3“</translation>
    </message>
</context>
<context>
    <name>CardWarning</name>
    <message>
        <source>the effect</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>der Wirkung</translation>
    </message>
    <message>
        <source>the targets</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>den Zielen</translation>
    </message>
    <message>
        <source>the name of the tool</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>dem Namen des Werkzeugs</translation>
    </message>
    <message>
        <source>what the tool says of itself</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>dem, was das Werkzeug über sich sagt</translation>
    </message>
    <message>
        <source>what the agent calls itself</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>dem Namen, den sich der Agent gibt</translation>
    </message>
    <message>
        <source>the agent&apos;s reason</source>
        <extracomment>part of a request, in a sentence about what was found in it</extracomment>
        <translation>der Begründung des Agenten</translation>
    </message>
    <message>
        <source>The request has no arguments.</source>
        <extracomment>warning: what the tool does then, it decides by itself</extracomment>
        <translation>Die Anfrage hat keine Argumente.</translation>
    </message>
    <message>
        <source>The arguments of the request are missing.</source>
        <extracomment>warning about a request that can only be denied</extracomment>
        <translation>Die Argumente der Anfrage fehlen.</translation>
    </message>
    <message>
        <source>It says nothing.</source>
        <extracomment>stands where the tool&apos;s description of itself would stand</extracomment>
        <translation>Es sagt nichts.</translation>
    </message>
    <message>
        <source>(Long: %1 characters)
%2</source>
        <extracomment>what a tool says of itself, which is unusually long: %1 a number, %2 the text</extracomment>
        <translation>(Lang: %1 Zeichen)
%2</translation>
    </message>
</context>
<context>
    <name>Challenge</name>
    <message>
        <source>%1[%2]</source>
        <extracomment>An entry of a list: %1 the name of the list, %2 the place in it, from 0.</extracomment>
        <translation>%1[%2]</translation>
    </message>
    <message>
        <source>last part of the %1</source>
        <extracomment>What to type, fits into &quot;To approve, type the %1 of this call.&quot;; %1 is the name of an argument that holds a path.</extracomment>
        <translation>letzter Teil von %1</translation>
    </message>
    <message>
        <source>target</source>
        <extracomment>What to type, fits into &quot;To approve, type the %1 of this call.&quot;</extracomment>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>size of the arguments in bytes</source>
        <extracomment>What to type, fits into &quot;To approve, type the %1 of this call.&quot;</extracomment>
        <translation>Größe der Argumente in Byte</translation>
    </message>
</context>
<context>
    <name>Decision</name>
    <message>
        <source>Not approved.</source>
        <extracomment>an approval was refused</extracomment>
        <translation>Nicht freigegeben.</translation>
    </message>
    <message>
        <source>Not denied.</source>
        <extracomment>a denial was refused</extracomment>
        <translation>Nicht abgelehnt.</translation>
    </message>
    <message>
        <source>Not taken back.</source>
        <extracomment>taking an approval back was refused</extracomment>
        <translation>Nicht zurückgenommen.</translation>
    </message>
    <message>
        <source>No more time was given.</source>
        <extracomment>asking for more time was refused</extracomment>
        <translation>Die Frist wurde nicht verlängert.</translation>
    </message>
    <message>
        <source>Not revealed.</source>
        <extracomment>showing a secret value was refused</extracomment>
        <translation>Nicht aufgedeckt.</translation>
    </message>
    <message>
        <source>The request changed meanwhile. Review the change and decide again.</source>
        <extracomment>why a command was refused, and what to do</extracomment>
        <translation>Die Anfrage hat sich inzwischen geändert. Prüfen Sie die Änderung und entscheiden Sie erneut.</translation>
    </message>
    <message>
        <source>The request is not there any more.</source>
        <extracomment>why a command was refused</extracomment>
        <translation>Die Anfrage ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>The state of the request does not allow it.</source>
        <extracomment>why a command was refused</extracomment>
        <translation>Der Zustand der Anfrage lässt es nicht zu.</translation>
    </message>
    <message>
        <source>It is not possible just now. Try again later.</source>
        <extracomment>why a command was refused, and what to do</extracomment>
        <translation>Im Moment ist es nicht möglich. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>You may not do this, or the PIN was wrong.</source>
        <extracomment>why a command was refused</extracomment>
        <translation>Sie dürfen das nicht, oder die PIN war falsch.</translation>
    </message>
    <message>
        <source>A limit is reached. Wait a little.</source>
        <extracomment>why a command was refused, and what to do</extracomment>
        <translation>Eine Grenze ist erreicht. Warten Sie ein wenig.</translation>
    </message>
    <message>
        <source>What is stored is damaged or was tampered with.</source>
        <extracomment>why a command was refused</extracomment>
        <translation>Was gespeichert ist, ist beschädigt oder wurde manipuliert.</translation>
    </message>
    <message>
        <source>Wait for what the list says, and do not repeat it.</source>
        <extracomment>nobody knows whether a command had an effect; what to do</extracomment>
        <translation>Warten Sie ab, was die Liste zeigt, und wiederholen Sie es nicht.</translation>
    </message>
    <message>
        <source>This version cannot do it.</source>
        <extracomment>why a command was refused</extracomment>
        <translation>Diese Version kann das nicht.</translation>
    </message>
    <message>
        <source>It was refused.</source>
        <extracomment>a command was refused</extracomment>
        <translation>Es wurde abgewiesen.</translation>
    </message>
    <message>
        <source>Not approved: the request changed while you were reading. Review the change and decide again.</source>
        <extracomment>an approval was refused</extracomment>
        <translation>Nicht freigegeben: Die Anfrage hat sich geändert, während Sie lasen. Prüfen Sie die Änderung und entscheiden Sie erneut.</translation>
    </message>
    <message>
        <source>Not approved: time ran out at %1. Nothing was run.</source>
        <extracomment>an approval was refused; %1 is a time</extracomment>
        <translation>Nicht freigegeben: Die Frist ist um %1 abgelaufen. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Accepted by the server at %1.</source>
        <extracomment>%1 is a time</extracomment>
        <translation>Um %1 vom Server angenommen.</translation>
    </message>
    <message>
        <source>Accepted by the server at %1. Will be sent in %2 s.</source>
        <extracomment>%1 is a time, %2 a number of seconds</extracomment>
        <translation>Um %1 vom Server angenommen. Wird in %2 s gesendet.</translation>
    </message>
    <message>
        <source>Denied at %1. Nothing was run.</source>
        <extracomment>%1 is a time</extracomment>
        <translation>Um %1 abgelehnt. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Taken back. Nothing was sent.</source>
        <extracomment>an approval was taken back in time</extracomment>
        <translation>Zurückgenommen. Nichts wurde gesendet.</translation>
    </message>
    <message>
        <source>There is time until %1 now.</source>
        <extracomment>%1 is a date and a time</extracomment>
        <translation>Die Frist läuft jetzt bis %1.</translation>
    </message>
    <message>
        <source>%1 The core says: %2</source>
        <extracomment>%1 is a sentence that says what was refused, %2 the core&apos;s own words</extracomment>
        <translation>%1 Der Kern meldet: %2</translation>
    </message>
    <message>
        <source>It is not known whether this had an effect.</source>
        <extracomment>nobody knows whether a command had an effect</extracomment>
        <translation>Es ist nicht bekannt, ob dies eine Wirkung hatte.</translation>
    </message>
    <message>
        <source>%1 %2 The core says: %3</source>
        <extracomment>%1 is a sentence that says what was refused, %2 one that says why, %3 the core&apos;s own words</extracomment>
        <translation>%1 %2 Der Kern meldet: %3</translation>
    </message>
    <message>
        <source>Time ran out. Not approved. Nothing was run.</source>
        <extracomment>time ran out for a request</extracomment>
        <translation>Die Frist ist abgelaufen. Nicht freigegeben. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>The agent took this request back.</source>
        <translation>Der Agent hat diese Anfrage zurückgezogen.</translation>
    </message>
    <message>
        <source>This was denied.</source>
        <extracomment>%1 is a person&apos;s name</extracomment>
        <translation>Das wurde abgelehnt.</translation>
    </message>
    <message>
        <source>%1 denied this.</source>
        <translation>%1 hat das abgelehnt.</translation>
    </message>
    <message>
        <source>This does not wait any more. Its state: %1.</source>
        <extracomment>a request waits no longer; %1 is its state</extracomment>
        <translation>Das wartet nicht mehr. Zustand: %1.</translation>
    </message>
    <message>
        <source>%1 approved this. Its state: %2.</source>
        <extracomment>%1 is a person&apos;s name, %2 the state of a request</extracomment>
        <translation>%1 hat das freigegeben. Zustand: %2.</translation>
    </message>
    <message>
        <source>arguments</source>
        <extracomment>part of a request that changed</extracomment>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>masked values</source>
        <extracomment>part of a request that changed: values that are hidden</extracomment>
        <translation>verdeckte Werte</translation>
    </message>
    <message>
        <source>risk</source>
        <extracomment>part of a request that changed</extracomment>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>tool</source>
        <extracomment>part of a request that changed</extracomment>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>targets</source>
        <extracomment>part of a request that changed: what it would happen to</extracomment>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>effect</source>
        <extracomment>part of a request that changed: what it would do</extracomment>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>why you are asked</source>
        <extracomment>part of a request that changed: why a person is asked</extracomment>
        <translation>warum Sie gefragt werden</translation>
    </message>
    <message>
        <source>the agent&apos;s reason</source>
        <extracomment>part of a request that changed</extracomment>
        <translation>Begründung des Agenten</translation>
    </message>
    <message>
        <source>fingerprint</source>
        <extracomment>part of a request that changed: the digest of everything that would run</extracomment>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Not snoozed.</source>
        <extracomment>putting a request aside was refused</extracomment>
        <translation>Nicht zurückgestellt.</translation>
    </message>
    <message>
        <source>Not brought back.</source>
        <extracomment>taking a request back into the list was refused</extracomment>
        <translation>Nicht zurückgeholt.</translation>
    </message>
    <message>
        <source>It is back in the list.</source>
        <extracomment>a request that was put aside waits for a decision again</extracomment>
        <translation>Sie ist wieder in der Liste.</translation>
    </message>
</context>
<context>
    <name>DecisionWords</name>
    <message>
        <source>This tool is not as it was accepted. The request can only be denied.</source>
        <translation>Dieses Werkzeug ist nicht mehr so, wie es akzeptiert wurde. Die Anfrage kann nur abgelehnt werden.</translation>
    </message>
    <message>
        <source>You can read, not decide.</source>
        <translation>Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>Read %1 %. Scroll to the end of the arguments to approve.</source>
        <extracomment>%1 is a percentage.</extracomment>
        <translation>%1 % gelesen. Zum Freigeben bis zum Ende der Argumente blättern.</translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) open. Acknowledge each of them to approve.</source>
        <translation>
            <numerusform>%n Warnung offen. Zum Freigeben die Warnung bestätigen.</numerusform>
            <numerusform>%n Warnungen offen. Zum Freigeben jede Warnung bestätigen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Approving this asks for a value of the call.</source>
        <translation>Die Freigabe verlangt die Eingabe einer Angabe des Aufrufs.</translation>
    </message>
    <message>
        <source>Not approved yet.</source>
        <translation>Noch nicht freigegeben.</translation>
    </message>
    <message>
        <source>Read to the end. Ctrl+Enter approves.</source>
        <translation>Bis zum Ende gelesen. Strg+Eingabe gibt frei.</translation>
    </message>
    <message>
        <source>Read %1 %. Ctrl+Enter approves.</source>
        <extracomment>%1 is a percentage.</extracomment>
        <translation>%1 % gelesen. Strg+Eingabe gibt frei.</translation>
    </message>
    <message>
        <source>The time to decide is over. Nothing was run.</source>
        <translation>Die Frist für die Entscheidung ist abgelaufen. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Waiting for the answer.</source>
        <translation>Die Antwort steht noch aus.</translation>
    </message>
    <message numerus="yes">
        <source>%n masked value(s) that nobody has looked at.</source>
        <translation>
            <numerusform>%n verdeckter Wert, den niemand angesehen hat.</numerusform>
            <numerusform>%n verdeckte Werte, die niemand angesehen hat.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) masked.</source>
        <translation>
            <numerusform>%n Wert verdeckt.</numerusform>
            <numerusform>%n Werte verdeckt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) open.</source>
        <translation>
            <numerusform>%n Warnung offen.</numerusform>
            <numerusform>%n Warnungen offen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Will be sent in %1 s.</source>
        <extracomment>%1 is a number of seconds; a button Undo stands beside it.</extracomment>
        <translation>Wird in %1 s gesendet.</translation>
    </message>
    <message>
        <source>Denied. Nothing was run.</source>
        <translation>Abgelehnt. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>%1 denied this. Nothing was run.</source>
        <extracomment>%1 is a person&apos;s name.</extracomment>
        <translation>%1 hat das abgelehnt. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>This request does not agree with the record: %1. Nothing of it runs, and nobody can decide it.</source>
        <extracomment>%1 is what does not fit, in the core&apos;s words.</extracomment>
        <translation>Diese Anfrage stimmt nicht mit dem Journal überein: %1. Nichts davon wird ausgeführt, und niemand kann darüber entscheiden.</translation>
    </message>
    <message>
        <source>This request is being checked.</source>
        <translation>Diese Anfrage wird geprüft.</translation>
    </message>
    <message>
        <source>Approved. Not started yet.</source>
        <translation>Freigegeben. Noch nicht gestartet.</translation>
    </message>
    <message>
        <source>Started. It is running.</source>
        <translation>Gestartet. Läuft.</translation>
    </message>
    <message>
        <source>It ran. The tool reported success.</source>
        <translation>Ausgeführt. Das Werkzeug meldete Erfolg.</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>Fehlgeschlagen.</translation>
    </message>
    <message>
        <source>This is no valid call. Nothing was run.</source>
        <translation>Das ist kein gültiger Aufruf. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Not approved: time ran out. Nothing was run.</source>
        <translation>Nicht freigegeben: Die Frist ist abgelaufen. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>This request was taken back. Nothing was run.</source>
        <translation>Diese Anfrage wurde zurückgezogen. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Skipped with the rest of its batch. Nothing was run.</source>
        <translation>Mit dem Rest des Stapels übersprungen. Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>We do not know whether this happened.</source>
        <translation>Es ist unbekannt, ob dies geschehen ist.</translation>
    </message>
    <message>
        <source>A person has recorded what became of it.</source>
        <translation>Eine Person hat festgehalten, was daraus geworden ist.</translation>
    </message>
    <message>
        <source>Approve: %1</source>
        <extracomment>On the button that approves. %1 is what the call does.</extracomment>
        <translation>Freigeben: %1</translation>
    </message>
    <message>
        <source>Snoozed. Bring it back to decide on it.</source>
        <translation>Zurückgestellt. Holen Sie die Anfrage zurück, um zu entscheiden.</translation>
    </message>
    <message>
        <source>A critical request cannot be snoozed.</source>
        <translation>Eine kritische Anfrage kann nicht zurückgestellt werden.</translation>
    </message>
    <message>
        <source>Too little time is left to snooze this.</source>
        <translation>Zum Zurückstellen bleibt zu wenig Zeit.</translation>
    </message>
    <message>
        <source>Snooze: not if critical</source>
        <extracomment>On the button Snooze, which does not work then: why. As short as can be.</extracomment>
        <translation>Zurückstellen: nicht bei kritisch</translation>
    </message>
    <message>
        <source>Snooze: too late</source>
        <extracomment>On the button Snooze, which does not work then: why. As short as can be.</extracomment>
        <translation>Zurückstellen: zu spät</translation>
    </message>
    <message>
        <source>Snooze…</source>
        <extracomment>A button: opens the field in which a request is put aside for a while.</extracomment>
        <translation>Zurückstellen…</translation>
    </message>
    <message>
        <source>Its arguments are missing, so nobody can know what would run. The request can only be denied.</source>
        <translation>Die Argumente fehlen, niemand kann wissen, was liefe. Die Anfrage kann nur abgelehnt werden.</translation>
    </message>
</context>
<context>
    <name>HistoryText</name>
    <message>
        <source>Call admitted</source>
        <translation>Aufruf aufgenommen</translation>
    </message>
    <message>
        <source>Allowed by policy</source>
        <translation>Von der Richtlinie erlaubt</translation>
    </message>
    <message>
        <source>Policy asks a person</source>
        <translation>Richtlinie fragt eine Person</translation>
    </message>
    <message>
        <source>Denied by policy</source>
        <translation>Von der Richtlinie abgelehnt</translation>
    </message>
    <message>
        <source>Refused as invalid</source>
        <translation>Als ungültig abgewiesen</translation>
    </message>
    <message>
        <source>Answered by a hook</source>
        <translation>Von einem Hook beantwortet</translation>
    </message>
    <message>
        <source>One approval counted</source>
        <translation>Eine Freigabe gezählt</translation>
    </message>
    <message>
        <source>An approval withdrawn</source>
        <translation>Eine Freigabe zurückgezogen</translation>
    </message>
    <message>
        <source>Approved by a person</source>
        <translation>Von einer Person freigegeben</translation>
    </message>
    <message>
        <source>Denied by a person</source>
        <translation>Von einer Person abgelehnt</translation>
    </message>
    <message>
        <source>Approval taken back</source>
        <translation>Freigabe zurückgenommen</translation>
    </message>
    <message>
        <source>Not sent: console lost in the hold</source>
        <translation>Nicht gesendet: Konsole während der Wartezeit verloren</translation>
    </message>
    <message>
        <source>Hold ended</source>
        <translation>Wartezeit beendet</translation>
    </message>
    <message>
        <source>Time ran out</source>
        <translation>Frist abgelaufen</translation>
    </message>
    <message>
        <source>Changed: asked again</source>
        <translation>Geändert: erneut gefragt</translation>
    </message>
    <message>
        <source>Changed: denied</source>
        <translation>Geändert: abgelehnt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Skipped: its batch had ended</source>
        <translation>Übersprungen: der Stapel war beendet</translation>
    </message>
    <message>
        <source>Skipped: an earlier call did not succeed</source>
        <translation>Übersprungen: ein früherer Aufruf ist nicht gelungen</translation>
    </message>
    <message>
        <source>Start recorded</source>
        <translation>Start festgehalten</translation>
    </message>
    <message>
        <source>Proven not started</source>
        <extracomment>What became of an attempt: it is proven that it never began.</extracomment>
        <translation>Nachweislich nicht gestartet</translation>
    </message>
    <message>
        <source>Proven without effect: tried again</source>
        <translation>Nachweislich ohne Wirkung: erneut versucht</translation>
    </message>
    <message>
        <source>Failed: proven not started</source>
        <translation>Fehlgeschlagen: nachweislich nicht gestartet</translation>
    </message>
    <message>
        <source>Failed without effect</source>
        <extracomment>What became of an attempt.</extracomment>
        <translation>Ohne Wirkung fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed</source>
        <extracomment>What became of an attempt.</extracomment>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <extracomment>What became of an attempt.</extracomment>
        <translation>Gelungen</translation>
    </message>
    <message>
        <source>Contact lost: outcome unknown</source>
        <translation>Kontakt verloren: Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Late answer added to the evidence</source>
        <translation>Späte Antwort zu den Belegen hinzugefügt</translation>
    </message>
    <message>
        <source>Settled by evidence</source>
        <translation>Durch Belege geklärt</translation>
    </message>
    <message>
        <source>Unknown outcome settled by a person</source>
        <translation>Unbekannter Ausgang von einer Person geklärt</translation>
    </message>
    <message>
        <source>New proof contradicts what was recorded</source>
        <translation>Neuer Nachweis widerspricht dem, was festgehalten wurde</translation>
    </message>
    <message>
        <source>Store created</source>
        <translation>Datenspeicher angelegt</translation>
    </message>
    <message>
        <source>Console enrolled</source>
        <translation>Konsole registriert</translation>
    </message>
    <message>
        <source>Encryption keys created</source>
        <translation>Schlüssel für die Verschlüsselung angelegt</translation>
    </message>
    <message>
        <source>Agent added</source>
        <translation>Agent hinzugefügt</translation>
    </message>
    <message>
        <source>Agent revoked</source>
        <translation>Agent widerrufen</translation>
    </message>
    <message>
        <source>Tool definition accepted</source>
        <translation>Werkzeugdefinition akzeptiert</translation>
    </message>
    <message>
        <source>Alarm: the store was changed by somebody else</source>
        <translation>Alarm: Der Datenspeicher wurde von jemand anderem geändert</translation>
    </message>
    <message>
        <source>Console started</source>
        <translation>Konsole gestartet</translation>
    </message>
    <message>
        <source>Console stopped</source>
        <translation>Konsole beendet</translation>
    </message>
    <message>
        <source>Evidence added</source>
        <translation>Beleg hinzugefügt</translation>
    </message>
    <message>
        <source>Secret value shown to a person</source>
        <translation>Geheimer Wert einer Person gezeigt</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <extracomment>A tool: %1 the server&apos;s name, %2 the tool&apos;s.</extracomment>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Unknown</source>
        <extracomment>What became of an attempt.</extracomment>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Ran exactly what was admitted (%1). Policy allowed it; nobody was asked.</source>
        <extracomment>%1 = short form of the fingerprint; policy allowed the call without asking anybody.</extracomment>
        <translation>Ausgeführt wurde genau das, was aufgenommen wurde (%1). Die Richtlinie hat es erlaubt; niemand wurde gefragt.</translation>
    </message>
    <message>
        <source>Ran exactly what you approved (%1).</source>
        <extracomment>%1 = short form of the fingerprint of what was approved and has run.</extracomment>
        <translation>Ausgeführt wurde genau das, was Sie freigegeben haben (%1).</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet.</source>
        <translation>Bisher ist nichts festgehalten.</translation>
    </message>
    <message>
        <source>Records 1–%1 are chained; the guard confirms up to %2.</source>
        <extracomment>%1 = number of the last record, %2 = number of the last one that the guard file remembers.</extracomment>
        <translation>Die Einträge 1–%1 sind verkettet; die Wächterdatei bestätigt sie bis %2.</translation>
    </message>
    <message>
        <source>Given more time to decide</source>
        <translation>Mehr Zeit zum Entscheiden gegeben</translation>
    </message>
    <message>
        <source>Snoozed by a person</source>
        <translation>Von einer Person zurückgestellt</translation>
    </message>
    <message>
        <source>Brought back by a person</source>
        <translation>Von einer Person zurückgeholt</translation>
    </message>
    <message>
        <source>First shown to a person</source>
        <translation>Erstmals einer Person gezeigt</translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message>
        <source>Holding %1</source>
        <extracomment>state of a request: approved, not sent yet; %1 is the time left, e.g. 0:04</extracomment>
        <translation>Wartezeit %1</translation>
    </message>
    <message>
        <source>Denied by %1</source>
        <extracomment>state of a request; %1 is a person&apos;s name</extracomment>
        <translation>Abgelehnt von %1</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <extracomment>state of a request that the agent took back</extracomment>
        <translation>Zurückgezogen</translation>
    </message>
    <message>
        <source>Approved by %1</source>
        <extracomment>state of a request; %1 is a person&apos;s name</extracomment>
        <translation>Freigegeben von %1</translation>
    </message>
    <message>
        <source>No longer waiting</source>
        <extracomment>state of a request that is not there any more, for a reason that is not known yet</extracomment>
        <translation>Wartet nicht mehr</translation>
    </message>
    <message>
        <source>No time limit</source>
        <extracomment>spoken: there is no time by which a request has to be decided</extracomment>
        <translation>Keine Frist</translation>
    </message>
    <message>
        <source>Time is up</source>
        <extracomment>spoken: nobody decided in time</extracomment>
        <translation>Frist abgelaufen</translation>
    </message>
    <message>
        <source>Expires in %1</source>
        <extracomment>spoken; %1 is a duration, e.g. 4 minutes</extracomment>
        <translation>Läuft in %1 ab</translation>
    </message>
    <message>
        <source>Read</source>
        <extracomment>spoken: the request&apos;s card was open before</extracomment>
        <translation>Gelesen</translation>
    </message>
    <message>
        <source>%1 m</source>
        <extracomment>short duration in minutes</extracomment>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <extracomment>short duration in hours</extracomment>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <extracomment>short duration in days</extracomment>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>1 second</source>
        <extracomment>spoken duration</extracomment>
        <translation>1 Sekunde</translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n Sekunde</numerusform>
            <numerusform>%n Sekunden</numerusform>
        </translation>
    </message>
    <message>
        <source>1 minute</source>
        <extracomment>spoken duration</extracomment>
        <translation>1 Minute</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <extracomment>spoken duration; %n is at least 2</extracomment>
        <translation>
            <numerusform>%n Stunde</numerusform>
            <numerusform>%n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <extracomment>spoken duration; %n is at least 2</extracomment>
        <translation>
            <numerusform>%n Tag</numerusform>
            <numerusform>%n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>no limit</source>
        <extracomment>column Expires: there is no time by which a request has to be decided</extracomment>
        <translation>keine Frist</translation>
    </message>
    <message>
        <source>time is up</source>
        <extracomment>column Expires: nobody decided in time</extracomment>
        <translation>Frist abgelaufen</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <extracomment>column Target; %1 is the first target, %n are the others</extracomment>
        <translation>
            <numerusform>%1 und %n weiteres</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>a tool: %1 its name, %2 the server that has it</extracomment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Cannot be approved</source>
        <extracomment>state of a request whose stored parts do not fit: it can only be denied</extracomment>
        <translation>Freigabe nicht möglich</translation>
    </message>
    <message>
        <source>New</source>
        <extracomment>state of a request whose card was not open yet</extracomment>
        <translation>Neu</translation>
    </message>
    <message>
        <source>%1. %2. Target %3. Agent %4. %5. %6.</source>
        <extracomment>one row of the list, read aloud: %1 risk, %2 effect, %3 target, %4 what the agent calls itself, %5 &quot;Expires in 4 minutes&quot;, %6 state</extracomment>
        <translation>%1. %2. Ziel %3. Agent %4. %5. %6.</translation>
    </message>
    <message>
        <source>%1. %2. Agent %3. %4. %5.</source>
        <extracomment>as the row with a target, but without one: %3 is what the agent calls itself</extracomment>
        <translation>%1. %2. Agent %3. %4. %5.</translation>
    </message>
    <message>
        <source>Back at %1. No time limit.</source>
        <extracomment>a request that is put aside; %1 is a time</extracomment>
        <translation>Zurück um %1. Keine Frist.</translation>
    </message>
    <message>
        <source>Back at %1. Expires %2.</source>
        <extracomment>a request that is put aside; %1 is a time, %2 a date and a time</extracomment>
        <translation>Zurück um %1. Läuft ab: %2.</translation>
    </message>
    <message>
        <source>Back at %1</source>
        <extracomment>state of a request that is put aside; %1 is the time of its return</extracomment>
        <translation>Zurück um %1</translation>
    </message>
</context>
<context>
    <name>Risk</name>
    <message>
        <source>Low</source>
        <extracomment>a level of risk</extracomment>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <extracomment>a level of risk</extracomment>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <extracomment>a level of risk</extracomment>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Critical</source>
        <extracomment>a level of risk, the highest</extracomment>
        <translation>Kritisch</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source> · </source>
        <extracomment>Between the entries of a list of counts: &quot;12 done · 3 running&quot;</extracomment>
        <translation> · </translation>
    </message>
    <message>
        <source>%1 succeeded</source>
        <extracomment>How a run ended; %1 is how many of its calls</extracomment>
        <translation>%1 gelungen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <extracomment>How a run ended; %1 is how many of its calls
----------
Entry of a run&apos;s progress; %1 is how many calls failed</extracomment>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <extracomment>How a run ended; %1 is how many of its calls have an outcome that nobody knows
----------
Entry of a run&apos;s progress; %1 is how many calls have an outcome that nobody knows</extracomment>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>%1 settled by a person</source>
        <extracomment>How a run ended; %1 is how many of its calls were unknown and were settled by a person</extracomment>
        <translation>%1 von einer Person geklärt</translation>
    </message>
    <message>
        <source>%1 not run</source>
        <extracomment>How a run ended; %1 is how many of its calls were never run (denied, cancelled …)
----------
Entry of a run&apos;s progress; %1 is how many calls were never run (denied, cancelled …)</extracomment>
        <translation>%1 nicht ausgeführt</translation>
    </message>
    <message>
        <source>Approved, waits for its target</source>
        <translation>Freigegeben, wartet auf das Ziel</translation>
    </message>
    <message>
        <source>Approved, waits for an unknown to be settled</source>
        <translation>Freigegeben, wartet auf die Klärung eines unbekannten Ausgangs</translation>
    </message>
    <message>
        <source>Approved, waits for its tool server</source>
        <translation>Freigegeben, wartet auf den Werkzeugserver</translation>
    </message>
    <message>
        <source>Approved, its tool server is paused</source>
        <translation>Freigegeben, der Werkzeugserver ist angehalten</translation>
    </message>
    <message>
        <source>Approved, waits for room</source>
        <translation>Freigegeben, wartet auf einen freien Platz</translation>
    </message>
    <message>
        <source>Approved, the clock is in doubt</source>
        <translation>Freigegeben, die Uhrzeit ist zweifelhaft</translation>
    </message>
    <message>
        <source>Approved, stopped: tampered with</source>
        <translation>Freigegeben, gestoppt: manipuliert</translation>
    </message>
    <message>
        <source>Tampered with</source>
        <extracomment>A run whose rows in the store do not fit each other
----------
State of a call whose rows in the store do not fit what was sealed</extracomment>
        <translation>Manipuliert</translation>
    </message>
    <message>
        <source>Submission %1</source>
        <extracomment>A run that the agent gave no name; %1 is the id of the submission</extracomment>
        <translation>Einreichung %1</translation>
    </message>
    <message>
        <source>%1 done</source>
        <extracomment>Entry of a run&apos;s progress; %1 is how many calls have succeeded</extracomment>
        <translation>%1 erledigt</translation>
    </message>
    <message>
        <source>%1 running</source>
        <extracomment>Entry of a run&apos;s progress; %1 is how many calls run now</extracomment>
        <translation>%1 laufend</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <extracomment>Entry of a run&apos;s progress; %1 is how many calls wait for a decision</extracomment>
        <translation>%1 wartend</translation>
    </message>
    <message>
        <source>%1 queued</source>
        <extracomment>Entry of a run&apos;s progress; %1 is how many calls are approved and not started</extracomment>
        <translation>%1 anstehend</translation>
    </message>
    <message>
        <source>%1 settled</source>
        <extracomment>Entry of a run&apos;s progress; %1 is how many unknown calls were settled by a person</extracomment>
        <translation>%1 geklärt</translation>
    </message>
    <message>
        <source>Waiting for 1 decision, oldest %1</source>
        <extracomment>State of a run; one call waits for a person, %1 is an age such as &quot;6 min&quot;</extracomment>
        <translation>Wartet auf 1 Entscheidung, älteste %1</translation>
    </message>
    <message numerus="yes">
        <source>Waiting for %n decisions, oldest %1</source>
        <extracomment>State of a run; %n calls wait for a person, %1 is an age such as &quot;6 min&quot;</extracomment>
        <translation>
            <numerusform>Wartet auf %n Entscheidung, älteste %1</numerusform>
            <numerusform>Wartet auf %n Entscheidungen, älteste %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Running</source>
        <extracomment>State of a run: some of its calls are queued or running</extracomment>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>All %1 succeeded</source>
        <extracomment>State of a run: each of its %1 calls succeeded</extracomment>
        <translation>Alle %1 gelungen</translation>
    </message>
    <message>
        <source>In order: a call that does not succeed skips the rest of its submission.</source>
        <extracomment>How the calls of a submission depend on each other</extracomment>
        <translation>Der Reihe nach: Ein Aufruf, der nicht gelingt, lässt den Rest seiner Einreichung überspringen.</translation>
    </message>
    <message>
        <source>All or nothing: no call starts until all of its submission are approved.</source>
        <extracomment>How the calls of a submission depend on each other</extracomment>
        <translation>Alles oder nichts: Kein Aufruf startet, bevor alle seiner Einreichung freigegeben sind.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <extracomment>How long something took; %1 is a number of seconds such as 0.4</extracomment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Progress of a running call: %1 so far, of %2 in all</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <extracomment>Progress of a running call: %1 so far, of %2 in all; %3 is the share, as in &quot;30 %&quot;</extracomment>
        <translation>%1 von %2 (%3 %)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Progress of a running call: %1 numbers such as &quot;3 of 10 (30 %)&quot;, %2 the tool&apos;s own words</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>The core does not answer</source>
        <translation>Der Kern antwortet nicht</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2, %n tool(s)</source>
        <extracomment>%1 name of a tool server, %2 its state (ready, failed …), %3 how many tools it has</extracomment>
        <translation>
            <numerusform>%1: %2, %n Werkzeug</numerusform>
            <numerusform>%1: %2, %n Werkzeuge</numerusform>
        </translation>
    </message>
    <message>
        <source>Signing key: unlocked</source>
        <translation>Signaturschlüssel: entsperrt</translation>
    </message>
    <message>
        <source>Signing key: locked</source>
        <translation>Signaturschlüssel: gesperrt</translation>
    </message>
    <message>
        <source>Signing key: missing</source>
        <translation>Signaturschlüssel: fehlt</translation>
    </message>
    <message>
        <source>Signing key: of another console</source>
        <translation>Signaturschlüssel: von einer anderen Konsole</translation>
    </message>
    <message>
        <source>Signing key: damaged</source>
        <translation>Signaturschlüssel: beschädigt</translation>
    </message>
    <message>
        <source>Signing key: the keychain does not answer</source>
        <translation>Signaturschlüssel: Der Schlüsselbund antwortet nicht</translation>
    </message>
    <message>
        <source>Signing key: asking the keychain</source>
        <translation>Signaturschlüssel: Der Schlüsselbund wird gefragt</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt…</translation>
    </message>
    <message>
        <source>No answer since %1. You see the state of %1; nothing can be decided.</source>
        <translation>Keine Antwort seit %1. Sie sehen den Stand von %1; nichts kann entschieden werden.</translation>
    </message>
    <message>
        <source>Your signing key is locked. You can read, not decide.</source>
        <translation>Ihr Signaturschlüssel ist gesperrt. Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>You can read, not decide.</source>
        <translation>Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>Any program of this account can decide: the configuration says operatorCli &quot;unprotected&quot;.</source>
        <translation>Jedes Programm dieses Kontos kann entscheiden: In der Konfiguration steht operatorCli &quot;unprotected&quot;.</translation>
    </message>
    <message>
        <source>Nothing can be decided or started now.</source>
        <translation>Im Moment kann nichts entschieden oder gestartet werden.</translation>
    </message>
    <message>
        <source>Decisions and starts are possible.</source>
        <translation>Entscheidungen und Starts sind möglich.</translation>
    </message>
    <message>
        <source>Tool servers</source>
        <translation>Werkzeugserver</translation>
    </message>
    <message>
        <source>None is configured: put an mcpServers block into config.jsonc.</source>
        <translation>Keiner ist konfiguriert: Tragen Sie einen Block mcpServers in config.jsonc ein.</translation>
    </message>
    <message>
        <source>Store %1. The journal has %2 entries; the guard file confirms %3.</source>
        <extracomment>%1 id of the store, %2 and %3 numbers of journal entries</extracomment>
        <translation>Datenspeicher %1. Das Journal hat %2 Einträge; die Wächterdatei bestätigt %3.</translation>
    </message>
    <message>
        <source>Lockkeeper %1, process %2</source>
        <extracomment>%1 is a version number, %2 a process number</extracomment>
        <translation>Lockkeeper %1, Prozess %2</translation>
    </message>
    <message>
        <source>Your signing key is not in the keychain. You can read, not decide.</source>
        <translation>Ihr Signaturschlüssel ist nicht im Schlüsselbund. Sie können lesen, nicht entscheiden.</translation>
    </message>
    <message>
        <source>The keychain has the signing key of another console. You can read, not decide.</source>
        <translation>Im Schlüsselbund liegt der Signaturschlüssel einer anderen Konsole. Sie können lesen, nicht entscheiden.</translation>
    </message>
    <message>
        <source>Your signing key is damaged. You can read, not decide.</source>
        <translation>Ihr Signaturschlüssel ist beschädigt. Sie können lesen, nicht entscheiden.</translation>
    </message>
    <message>
        <source>The keychain does not answer. You can read, not decide.</source>
        <translation>Der Schlüsselbund antwortet nicht. Sie können lesen, nicht entscheiden.</translation>
    </message>
    <message>
        <source>The keychain has not answered yet. You can read, not decide.</source>
        <translation>Der Schlüsselbund hat noch nicht geantwortet. Sie können lesen, nicht entscheiden.</translation>
    </message>
</context>
<context>
    <name>TimeText</name>
    <message>
        <source>%1 %2</source>
        <extracomment>A moment: %1 local date and time, %2 its offset from UTC such as +02:00, or Z.</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <extracomment>An age in seconds.</extracomment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <extracomment>An age in minutes.</extracomment>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <extracomment>An age in hours.</extracomment>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <extracomment>An age in days.</extracomment>
        <translation>%1 d</translation>
    </message>
</context>
<context>
    <name>UnknownText</name>
    <message>
        <source>Read only</source>
        <extracomment>Class of effects: the call only reads.</extracomment>
        <translation>Nur lesend</translation>
    </message>
    <message>
        <source>Repeatable</source>
        <extracomment>Class of effects: doing it twice is the same as once.</extracomment>
        <translation>Wiederholbar</translation>
    </message>
    <message>
        <source>Reversible</source>
        <extracomment>Class of effects: another call can make up for it.</extracomment>
        <translation>Umkehrbar</translation>
    </message>
    <message>
        <source>Irreversible</source>
        <extracomment>Class of effects: nothing takes it back.</extracomment>
        <translation>Unumkehrbar</translation>
    </message>
    <message>
        <source>Certain</source>
        <extracomment>How sure a line of evidence is.</extracomment>
        <translation>Gewiss</translation>
    </message>
    <message>
        <source>Strong</source>
        <extracomment>How sure a line of evidence is.</extracomment>
        <translation>Stark</translation>
    </message>
    <message>
        <source>Weak</source>
        <extracomment>How sure a line of evidence is.</extracomment>
        <translation>Schwach</translation>
    </message>
    <message>
        <source>Not known</source>
        <extracomment>How sure a line of evidence is: it proves nothing about the effect.</extracomment>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Record of the start</source>
        <extracomment>Source of evidence: the console&apos;s own record of what it started.</extracomment>
        <translation>Vermerk des Starts</translation>
    </message>
    <message>
        <source>Connection</source>
        <extracomment>Source of evidence: the connection to the tool server.</extracomment>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>The tool&apos;s answer</source>
        <extracomment>Source of evidence: what the tool answered.</extracomment>
        <translation>Antwort des Werkzeugs</translation>
    </message>
    <message>
        <source>Recovery</source>
        <extracomment>Source of evidence: the check after the worker was lost.</extracomment>
        <translation>Wiederherstellung</translation>
    </message>
    <message>
        <source>No target named</source>
        <extracomment>Cell of a call that names no outside object.</extracomment>
        <translation>Kein Ziel genannt</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Between two targets of one call.</extracomment>
        <translation>, </translation>
    </message>
    <message>
        <source>It happened</source>
        <extracomment>What a person recorded about the effect.</extracomment>
        <translation>Es ist geschehen</translation>
    </message>
    <message>
        <source>It did not happen</source>
        <extracomment>What a person recorded about the effect.</extracomment>
        <translation>Es ist nicht geschehen</translation>
    </message>
    <message>
        <source>It happened in part</source>
        <extracomment>What a person recorded about the effect.</extracomment>
        <translation>Es ist teilweise geschehen</translation>
    </message>
    <message>
        <source>Closed without knowing</source>
        <extracomment>What a person recorded about the effect: nobody knows.</extracomment>
        <translation>Ohne Klarheit abgeschlossen</translation>
    </message>
    <message>
        <source>Record: it happened</source>
        <extracomment>Button that records a determination.</extracomment>
        <translation>Festhalten: Es ist geschehen</translation>
    </message>
    <message>
        <source>Record: it did not happen</source>
        <extracomment>Button that records a determination.</extracomment>
        <translation>Festhalten: Es ist nicht geschehen</translation>
    </message>
    <message>
        <source>Record: close without knowing</source>
        <extracomment>Button that records a determination.</extracomment>
        <translation>Festhalten: Ohne Klarheit abschließen</translation>
    </message>
    <message>
        <source>One waiting call will continue.</source>
        <translation>Ein wartender Aufruf wird fortgesetzt.</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting calls will continue.</source>
        <translation>
            <numerusform>%n wartender Aufruf wird fortgesetzt.</numerusform>
            <numerusform>%n wartende Aufrufe werden fortgesetzt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Record that it happened.
%1</source>
        <extracomment>What is recorded; %1 = a sentence that says how many calls go on.</extracomment>
        <translation>Festhalten, dass es geschehen ist.
%1</translation>
    </message>
    <message>
        <source>Record that it did not happen. Nothing is repeated by this: a repeat is a new call with its own decision.
%1</source>
        <extracomment>What is recorded; %1 = a sentence that says how many calls go on.</extracomment>
        <translation>Festhalten, dass es nicht geschehen ist. Dadurch wird nichts wiederholt: Eine Wiederholung ist ein neuer Aufruf mit eigener Entscheidung.
%1</translation>
    </message>
    <message>
        <source>Close without knowing. It will count as neither done nor failed, and its target stays blocked.
%1</source>
        <extracomment>What is recorded; %1 = a sentence that says how many calls stay stopped.</extracomment>
        <translation>Ohne Klarheit abschließen. Es zählt weder als erledigt noch als fehlgeschlagen, und das Ziel bleibt blockiert.
%1</translation>
    </message>
    <message>
        <source>One waiting call stays stopped.</source>
        <translation>Ein wartender Aufruf bleibt angehalten.</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting calls stay stopped.</source>
        <translation>
            <numerusform>%n wartender Aufruf bleibt angehalten.</numerusform>
            <numerusform>%n wartende Aufrufe bleiben angehalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not recorded: what ran the call is not proven gone, so the effect may still come. Tick “The effect has certainly stopped” only if you know it.</source>
        <translation>Nicht festgehalten: Es ist nicht nachgewiesen, dass beendet ist, was den Aufruf ausgeführt hat; die Wirkung kann noch eintreten. Setzen Sie das Häkchen „Eine Wirkung kann gewiss nicht mehr eintreten“ nur, wenn Sie es wissen.</translation>
    </message>
    <message>
        <source>Not recorded: its outcome is not unknown any more. Look at it again.</source>
        <translation>Nicht festgehalten: Der Ausgang ist nicht mehr unbekannt. Sehen Sie es erneut an.</translation>
    </message>
    <message>
        <source>Not recorded: it changed, or somebody else is recording something about it. Look at it again.</source>
        <translation>Nicht festgehalten: Es hat sich geändert, oder jemand anderes hält gerade etwas dazu fest. Sehen Sie es erneut an.</translation>
    </message>
    <message>
        <source>Not recorded: the PIN is not the right one, or you may not decide.</source>
        <translation>Nicht festgehalten: Die PIN ist nicht die richtige, oder Sie dürfen nicht entscheiden.</translation>
    </message>
    <message>
        <source>Not recorded: too many wrong PINs. Wait some minutes.</source>
        <translation>Nicht festgehalten: zu viele falsche PINs. Warten Sie einige Minuten.</translation>
    </message>
    <message>
        <source>Not recorded: the console cannot decide just now. You can read.</source>
        <translation>Nicht festgehalten: Die Konsole kann im Moment nicht entscheiden. Sie können lesen.</translation>
    </message>
    <message>
        <source>Not recorded: what is stored about this call does not match the record.</source>
        <translation>Nicht festgehalten: Was zu diesem Aufruf gespeichert ist, stimmt nicht mit dem Journal überein.</translation>
    </message>
    <message>
        <source>Not recorded: %1</source>
        <extracomment>%1 = the core&apos;s own words.</extracomment>
        <translation>Nicht festgehalten: %1</translation>
    </message>
</context>
<context>
    <name>VisibleText</name>
    <message>
        <source>Hidden characters in %1 turn the direction of the text. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Verborgene Zeichen in %1 drehen die Richtung des Textes um. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Hidden characters in %1. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Verborgene Zeichen in %1. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Hidden tag characters in %1, which can carry a whole message. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Verborgene Tag-Zeichen in %1, die eine ganze Nachricht tragen können. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Control characters in %1. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Steuerzeichen in %1. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Characters without a common meaning in %1. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Zeichen ohne allgemeine Bedeutung in %1. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Some bytes in %1 are no text. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Einige Bytes in %1 sind kein Text. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Unusual spaces in %1. They are shown as boxes.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Ungewöhnliche Leerzeichen in %1. Sie werden als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>There is white space at an end of %1. It is shown as a box.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>An einem Ende von %1 steht Leerraum. Er wird als Kästchen gezeigt.</translation>
    </message>
    <message>
        <source>Blank lines or spaces were folded in %1.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Leerzeilen oder Leerzeichen in %1 wurden zusammengefasst.</translation>
    </message>
    <message>
        <source>A word in %1 is written in several alphabets. It may only look like a name that you know.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>Ein Wort in %1 ist in mehreren Alphabeten geschrieben. Es sieht vielleicht nur aus wie ein Name, den Sie kennen.</translation>
    </message>
    <message>
        <source>There is a coded host name (xn--) in %1. It may look like a name that you know.</source>
        <extracomment>%1 is the name of a field of a tool call.</extracomment>
        <translation>In %1 steht ein kodierter Hostname (xn--). Er kann aussehen wie ein Name, den Sie kennen.</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>Stands in brackets at the end of a text that was cut; %n characters follow.</extracomment>
        <translation>
            <numerusform>… und %n weiteres</numerusform>
            <numerusform>… und %n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⟦%n blank lines⟧</source>
        <extracomment>Stands for a long gap in a text that an agent wrote. Keep the two brackets.</extracomment>
        <translation>
            <numerusform>⟦%n Leerzeile⟧</numerusform>
            <numerusform>⟦%n Leerzeilen⟧</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⟦%n spaces⟧</source>
        <extracomment>Stands for a long gap in a text that an agent wrote. Keep the two brackets.</extracomment>
        <translation>
            <numerusform>⟦%n Leerzeichen⟧</numerusform>
            <numerusform>⟦%n Leerzeichen⟧</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::ArgumentsTree</name>
    <message>
        <source>Arguments</source>
        <extracomment>Accessible name of the view of a call&apos;s arguments, one value a row.</extracomment>
        <translation>Argumente</translation>
    </message>
</context>
<context>
    <name>lockkeeper::ArgumentsView</name>
    <message>
        <source>Arguments of the call</source>
        <extracomment>Accessible name of the two views of a call&apos;s arguments.</extracomment>
        <translation>Argumente des Aufrufs</translation>
    </message>
    <message>
        <source>Arguments</source>
        <extracomment>A tab: the arguments of a call, one value a row.</extracomment>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Raw</source>
        <extracomment>A tab: the arguments of a call as the bytes that will be sent.</extracomment>
        <translation>Rohdaten</translation>
    </message>
    <message>
        <source>Previous</source>
        <extracomment>A button: goes to the secret value before this one.</extracomment>
        <translation>Voriger</translation>
    </message>
    <message>
        <source>Previous masked value</source>
        <extracomment>Accessible name of the button &quot;Previous&quot; beside a secret value.</extracomment>
        <translation>Voriger verdeckter Wert</translation>
    </message>
    <message>
        <source>Next</source>
        <extracomment>A button: goes to the secret value behind this one.</extracomment>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>Next masked value</source>
        <extracomment>Accessible name of the button &quot;Next&quot; beside a secret value.</extracomment>
        <translation>Nächster verdeckter Wert</translation>
    </message>
    <message>
        <source>Reveal (R)</source>
        <extracomment>A button: shows a secret value for ten seconds, which is recorded. R is its key.</extracomment>
        <translation>Aufdecken (R)</translation>
    </message>
    <message>
        <source>Masked value %1 of %2: %3</source>
        <extracomment>Beside the button Reveal: number of this secret value, how many there are, and its field.</extracomment>
        <translation>Verdeckter Wert %1 von %2: %3</translation>
    </message>
    <message>
        <source>Revealed for ten seconds, %1 of %2: %3</source>
        <extracomment>The same while the value is shown for ten seconds.</extracomment>
        <translation>Für zehn Sekunden aufgedeckt, %1 von %2: %3</translation>
    </message>
    <message>
        <source>Reveal masked value %1</source>
        <extracomment>Accessible name of the button Reveal; %1 is the field of the secret value.</extracomment>
        <translation>Verdeckten Wert aufdecken: %1</translation>
    </message>
    <message>
        <source>Revealed</source>
        <translation>Aufgedeckt</translation>
    </message>
</context>
<context>
    <name>lockkeeper::Attention</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Lock console</source>
        <translation>Konsole sperren</translation>
    </message>
    <message>
        <source>Close window…</source>
        <translation>Fenster schließen…</translation>
    </message>
    <message numerus="yes">
        <source>Lockkeeper: %n call(s) waiting</source>
        <translation>
            <numerusform>Lockkeeper: %n Aufruf wartet</numerusform>
            <numerusform>Lockkeeper: %n Aufrufe warten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::CallDetail</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A fact about a call as a screen reader says it: %1 its name, %2 its value</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Open where it is decided</source>
        <extracomment>Button; goes to the area where this call is decided or settled</extracomment>
        <translation>Dort öffnen, wo entschieden wird</translation>
    </message>
    <message>
        <source>Cancel call</source>
        <translation>Aufruf abbrechen</translation>
    </message>
    <message>
        <source>Selected call</source>
        <extracomment>What a screen reader calls the pane with the selected call</extracomment>
        <translation>Ausgewählter Aufruf</translation>
    </message>
    <message>
        <source>About the call</source>
        <extracomment>What a screen reader calls the facts about the selected call</extracomment>
        <translation>Angaben zum Aufruf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Call id (the agent&apos;s)</source>
        <extracomment>Field: the id that the agent gave to a call</extracomment>
        <translation>Kennung des Aufrufs (vom Agenten)</translation>
    </message>
    <message>
        <source>Batch</source>
        <extracomment>Field: the group of calls that were allowed to run together</extracomment>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Proposed</source>
        <extracomment>Field: when the agent proposed a call</extracomment>
        <translation>Vorgeschlagen</translation>
    </message>
    <message>
        <source>Started</source>
        <extracomment>Field: when the last attempt of a call was started</extracomment>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Took</source>
        <extracomment>Field: how long a call took, or has taken so far</extracomment>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Last sign</source>
        <extracomment>Field: when a running call was last heard of</extracomment>
        <translation>Letztes Lebenszeichen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>No call is selected.</source>
        <extracomment>Stands in the pane for the selected call when there is none</extracomment>
        <translation>Kein Aufruf ist ausgewählt.</translation>
    </message>
    <message>
        <source>not started</source>
        <extracomment>In place of the time when a call was started</extracomment>
        <translation>nicht gestartet</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <extracomment>How long a call has run that still runs; %1 is a duration</extracomment>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <extracomment>When a running call was last heard of; %1 is an age such as &quot;3 s&quot;</extracomment>
        <translation>vor %1</translation>
    </message>
</context>
<context>
    <name>lockkeeper::CallOutput</name>
    <message>
        <source>Output of the call</source>
        <extracomment>What a screen reader calls the field with a call&apos;s output</extracomment>
        <translation>Ausgabe des Aufrufs</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 bytes are shown.</source>
        <extracomment>Stands below an output that is too long to be shown whole; %1 and %2 are sizes</extracomment>
        <translation>Nur die ersten %1 von %2 Byte werden gezeigt.</translation>
    </message>
    <message>
        <source>Older lines are no longer shown.</source>
        <extracomment>Stands above the output of a running call whose older lines are no longer kept</extracomment>
        <translation>Ältere Zeilen werden nicht mehr gezeigt.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::CardDetail</name>
    <message>
        <source>Choose a request to read it here.</source>
        <extracomment>shown where a request&apos;s card would be</extracomment>
        <translation>Wählen Sie eine Anfrage aus, um sie hier zu lesen.</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <extracomment>button: from the card back to the list, where there is room for one of them only</extracomment>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>Request</source>
        <extracomment>accessible name of the pane with the open request</extracomment>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>about a request that is not open any more: %1 its id, %2 what became of it</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lockkeeper::CardHeader</name>
    <message>
        <source>Credential %1; it gives no name.</source>
        <extracomment>who asks; %1 is the id of a credential</extracomment>
        <translation>Berechtigung %1; sie nennt keinen Namen.</translation>
    </message>
    <message>
        <source>Credential %1. Calls itself “%2” (not verified).</source>
        <extracomment>who asks; %1 is the id of a credential, %2 a name that nobody has verified</extracomment>
        <translation>Berechtigung %1. Nennt sich „%2“ (nicht geprüft).</translation>
    </message>
    <message>
        <source>Says it is in run “%1”.</source>
        <extracomment>%1 is an id that nobody has verified</extracomment>
        <translation>Nach eigener Angabe im Lauf „%1“.</translation>
    </message>
    <message>
        <source>Says it is in session “%1”.</source>
        <extracomment>%1 is an id that nobody has verified</extracomment>
        <translation>Nach eigener Angabe in der Sitzung „%1“.</translation>
    </message>
    <message>
        <source>Says it is in thread “%1”.</source>
        <extracomment>%1 is an id that nobody has verified</extracomment>
        <translation>Nach eigener Angabe im Thread „%1“.</translation>
    </message>
    <message>
        <source>No limit</source>
        <extracomment>there is no time by which a request has to be decided</extracomment>
        <translation>Keine Frist</translation>
    </message>
    <message>
        <source>%1: time is up</source>
        <extracomment>%1 is a date and a time</extracomment>
        <translation>%1: Frist abgelaufen</translation>
    </message>
    <message>
        <source>%1 (in %2)</source>
        <extracomment>%1 is a date and a time, %2 the time that is left, e.g. 4:12</extracomment>
        <translation>%1 (in %2)</translation>
    </message>
    <message>
        <source>No reason is recorded.</source>
        <extracomment>why a person is asked is not known</extracomment>
        <translation>Kein Grund ist festgehalten.</translation>
    </message>
    <message>
        <source>Rule %1</source>
        <extracomment>%1 is the name of a rule</extracomment>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>%1 (rule %2)</source>
        <extracomment>why a person is asked: %1 the reason, %2 the name of the rule</extracomment>
        <translation>%1 (Regel %2)</translation>
    </message>
    <message>
        <source>What is asked for</source>
        <extracomment>accessible name of the top of a request&apos;s card</extracomment>
        <translation>Worum es geht</translation>
    </message>
    <message>
        <source>Tool</source>
        <extracomment>row of a card</extracomment>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Agent</source>
        <extracomment>row of a card: who asks</extracomment>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Decide by</source>
        <extracomment>row of a card: until when it has to be decided</extracomment>
        <translation>Entscheiden bis</translation>
    </message>
    <message>
        <source>Why this risk</source>
        <extracomment>row of a card: the reasons for its level of risk</extracomment>
        <translation>Warum dieses Risiko</translation>
    </message>
    <message>
        <source>Why you are asked</source>
        <extracomment>row of a card: why it was not allowed by itself</extracomment>
        <translation>Warum Sie gefragt werden</translation>
    </message>
    <message>
        <source>Targets</source>
        <extracomment>row of a card: what it would happen to</extracomment>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Equal request</source>
        <extracomment>row of a card: another open request with the same arguments</extracomment>
        <translation>Gleiche Anfrage</translation>
    </message>
    <message>
        <source>Show the equal request</source>
        <extracomment>button: shows the other request with the same arguments</extracomment>
        <translation>Die gleiche Anfrage zeigen</translation>
    </message>
    <message>
        <source>What the agent says (not verified)</source>
        <extracomment>title of the block that quotes the agent</extracomment>
        <translation>Was der Agent sagt (nicht geprüft)</translation>
    </message>
    <message>
        <source>The agent gave no reason.</source>
        <extracomment>stands where the agent&apos;s reason would stand</extracomment>
        <translation>Der Agent hat keine Begründung angegeben.</translation>
    </message>
    <message>
        <source>“%1”</source>
        <extracomment>quotation of the agent</extracomment>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>None known</source>
        <translation>Keine bekannt</translation>
    </message>
    <message>
        <source>%1 asks for exactly the same.</source>
        <extracomment>%1 is the id of another request</extracomment>
        <translation>%1 verlangt genau dasselbe.</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Tool&apos;s own words</source>
        <extracomment>row of a card: the tool&apos;s own description, which nobody has verified</extracomment>
        <translation>Worte des Werkzeugs</translation>
    </message>
</context>
<context>
    <name>lockkeeper::ChallengePanel</name>
    <message>
        <source>Before approving</source>
        <extracomment>Screen readers: the part of the decision bar in which a value is typed to approve.</extracomment>
        <translation>Vor der Freigabe</translation>
    </message>
    <message>
        <source>To approve, type the %1 of this call.</source>
        <extracomment>%1 is the name of an argument of the call, as in &quot;type the path of this call&quot;.</extracomment>
        <translation>Geben Sie zum Freigeben diese Angabe des Aufrufs ein: %1.</translation>
    </message>
    <message>
        <source>Press Ctrl+Enter to approve.</source>
        <translation>Strg+Eingabe drücken, um freizugeben.</translation>
    </message>
    <message numerus="yes">
        <source>Say why, in at least %n character(s). It goes into the record.</source>
        <translation>
            <numerusform>Geben Sie eine Begründung mit mindestens %n Zeichen an. Sie wird im Journal festgehalten.</numerusform>
            <numerusform>Geben Sie eine Begründung mit mindestens %n Zeichen an. Sie wird im Journal festgehalten.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::ClosePane</name>
    <message>
        <source>Back to the console</source>
        <translation>Zurück zur Konsole</translation>
    </message>
    <message>
        <source>Keep running without a window</source>
        <translation>Ohne Fenster weiterlaufen</translation>
    </message>
    <message>
        <source>Stop Lockkeeper</source>
        <translation>Lockkeeper beenden</translation>
    </message>
    <message>
        <source>Close the window? %1 running, %2 waiting for you.</source>
        <extracomment>%1 calls run at this moment, %2 wait for a decision</extracomment>
        <translation>Fenster schließen? Laufend: %1, auf Sie wartend: %2.</translation>
    </message>
    <message>
        <source>Without a window, policy and agents go on; what needs a person waits. Stopping ends the tool servers: the outcome of a running call may become unknown, decisions that are held are taken back, waiting calls are kept.</source>
        <translation>Ohne Fenster arbeiten Richtlinie und Agenten weiter; was eine Person braucht, wartet. Das Beenden beendet auch die Werkzeugserver: Der Ausgang eines laufenden Aufrufs kann unbekannt werden, zurückgehaltene Entscheidungen werden zurückgenommen, wartende Aufrufe bleiben erhalten.</translation>
    </message>
    <message>
        <source>Stopping. Running calls get a few seconds to answer.</source>
        <translation>Wird beendet. Laufende Aufrufe haben noch einige Sekunden Zeit für ihre Antwort.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::DecisionBar</name>
    <message>
        <source>Press Ctrl+Enter to approve.</source>
        <translation>Strg+Eingabe drücken, um freizugeben.</translation>
    </message>
    <message>
        <source>That is not the %1 shown above. Nothing was approved.</source>
        <extracomment>%1 is the name of an argument of the call.</extracomment>
        <translation>Das stimmt nicht mit der Angabe oben überein: %1. Nichts wurde freigegeben.</translation>
    </message>
    <message>
        <source>Give a reason, or go back: Shift+D denies without one.</source>
        <translation>Geben Sie eine Begründung an, oder gehen Sie zurück: Umschalt+D lehnt ohne Begründung ab.</translation>
    </message>
    <message>
        <source>Type the PIN first. Nothing was decided.</source>
        <translation>Geben Sie zuerst die PIN ein. Nichts wurde entschieden.</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Deny…</source>
        <extracomment>The button that opens the field for the reason of a denial.</extracomment>
        <translation>Ablehnen…</translation>
    </message>
    <message>
        <source>Deny with a reason</source>
        <translation>Mit Begründung ablehnen</translation>
    </message>
    <message>
        <source>Key: %1</source>
        <extracomment>%1 is a key.</extracomment>
        <translation>Taste: %1</translation>
    </message>
    <message>
        <source>Extend</source>
        <extracomment>The button that asks for more time to decide.</extracomment>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Extend the time to decide</source>
        <translation>Frist für die Entscheidung verlängern</translation>
    </message>
    <message>
        <source>Undo</source>
        <extracomment>The button that takes an approval back before it is sent.</extracomment>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Undo the approval</source>
        <translation>Freigabe zurücknehmen</translation>
    </message>
    <message>
        <source>Buttons become active in half a second.</source>
        <translation>Die Schaltflächen werden in einer halben Sekunde aktiv.</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Freigeben</translation>
    </message>
    <message>
        <source>Not denied yet.</source>
        <translation>Noch nicht abgelehnt.</translation>
    </message>
    <message>
        <source>fp %1</source>
        <extracomment>Beside the state: &quot;fp&quot; stands for fingerprint, %1 is its short form.</extracomment>
        <translation>FA %1</translation>
    </message>
    <message>
        <source>Fingerprint %1</source>
        <extracomment>Screen readers: %1 is the short form of a fingerprint.</extracomment>
        <translation>Fingerabdruck %1</translation>
    </message>
    <message>
        <source>Type the PIN first. No more time was asked for.</source>
        <translation>Geben Sie zuerst die PIN ein. Es wurde nicht um mehr Zeit gebeten.</translation>
    </message>
    <message>
        <source>More time was asked for.</source>
        <translation>Es wurde um mehr Zeit gebeten.</translation>
    </message>
    <message>
        <source>Say why. Nothing was snoozed.</source>
        <translation>Nennen Sie den Grund. Nichts wurde zurückgestellt.</translation>
    </message>
    <message>
        <source>The reason is too long. Nothing was snoozed.</source>
        <translation>Der Grund ist zu lang. Nichts wurde zurückgestellt.</translation>
    </message>
    <message>
        <source>Too little time is left for that. Choose another time.</source>
        <translation>Dafür bleibt zu wenig Zeit. Wählen Sie eine andere Dauer.</translation>
    </message>
    <message>
        <source>Type the PIN first. Nothing was brought back.</source>
        <translation>Geben Sie zuerst die PIN ein. Nichts wurde zurückgeholt.</translation>
    </message>
    <message>
        <source>Bring back</source>
        <extracomment>A button: takes a request that is put aside back into the list.</extracomment>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Bring the request back now</source>
        <translation>Die Anfrage jetzt zurückholen</translation>
    </message>
    <message>
        <source>Snooze the request for a while</source>
        <translation>Die Anfrage eine Weile zurückstellen</translation>
    </message>
    <message>
        <source>Not snoozed yet.</source>
        <translation>Noch nicht zurückgestellt.</translation>
    </message>
    <message numerus="yes">
        <source>The reason needs at least %n character(s). Nothing was approved.</source>
        <translation>
            <numerusform>Die Begründung braucht mindestens %n Zeichen. Nichts wurde freigegeben.</numerusform>
            <numerusform>Die Begründung braucht mindestens %n Zeichen. Nichts wurde freigegeben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::DenyPanel</name>
    <message>
        <source>Denying</source>
        <extracomment>Screen readers: the part of the decision bar in which the reason of a denial is typed.</extracomment>
        <translation>Ablehnung</translation>
    </message>
    <message>
        <source>Why not? The agent reads what you write.</source>
        <translation>Warum nicht? Der Agent liest, was Sie schreiben.</translation>
    </message>
    <message>
        <source>Reason for the agent</source>
        <translation>Begründung für den Agenten</translation>
    </message>
    <message>
        <source>Send denial</source>
        <translation>Ablehnung senden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back, without denying</source>
        <translation>Zurück, ohne abzulehnen</translation>
    </message>
    <message>
        <source>wrong target</source>
        <extracomment>A reason for denying that goes to the agent as it is.</extracomment>
        <translation>falsches Ziel</translation>
    </message>
    <message>
        <source>wrong data</source>
        <extracomment>A reason for denying that goes to the agent as it is.</extracomment>
        <translation>falsche Daten</translation>
    </message>
    <message>
        <source>not needed</source>
        <extracomment>A reason for denying that goes to the agent as it is.</extracomment>
        <translation>nicht nötig</translation>
    </message>
    <message>
        <source>suspicious</source>
        <extracomment>A reason for denying that goes to the agent as it is.</extracomment>
        <translation>verdächtig</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <extracomment>Screen readers: a button that fills in the reason %1.</extracomment>
        <translation>Begründung: %1</translation>
    </message>
    <message>
        <source>Enter sends the denial, Esc goes back.</source>
        <translation>Eingabe sendet die Ablehnung, Esc geht zurück.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::DeterminationPanel</name>
    <message>
        <source>Record what happened</source>
        <extracomment>The panel in which an unknown outcome is settled.</extracomment>
        <translation>Festhalten, was geschehen ist</translation>
    </message>
    <message>
        <source>Reason</source>
        <extracomment>Field: why the person records this.</extracomment>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <extracomment>Field: why the person records this.</extracomment>
        <translation>Beg&amp;ründung</translation>
    </message>
    <message>
        <source>Evidence or reference, optional</source>
        <extracomment>Field: where one can look it up, for instance a booking number; need not be filled in.</extracomment>
        <translation>Beleg oder Verweis, optional</translation>
    </message>
    <message>
        <source>Evi&amp;dence or reference (optional)</source>
        <extracomment>Field: where one can look it up; need not be filled in.</extracomment>
        <translation>B&amp;eleg oder Verweis (optional)</translation>
    </message>
    <message>
        <source>The effect has certainly stopped</source>
        <extracomment>Check box: the person knows that the call cannot take effect any more.</extracomment>
        <translation>Eine Wirkung kann gewiss nicht mehr eintreten</translation>
    </message>
    <message>
        <source>PIN</source>
        <extracomment>Field: the PIN that protects the decision key.</extracomment>
        <translation>PIN</translation>
    </message>
    <message>
        <source>&amp;PIN</source>
        <extracomment>Field: the PIN that protects the decision key.</extracomment>
        <translation>&amp;PIN</translation>
    </message>
    <message>
        <source>Back</source>
        <extracomment>Button: closes the panel, nothing is recorded.</extracomment>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>A reason is needed.</source>
        <extracomment>What is still missing before it can be recorded.</extracomment>
        <translation>Eine Begründung ist nötig.</translation>
    </message>
    <message>
        <source>The reason is too short: %1 of %2 characters.</source>
        <extracomment>What is still missing; %1 characters are there, %2 are needed.</extracomment>
        <translation>Die Begründung ist zu kurz: %1 von %2 Zeichen.</translation>
    </message>
    <message>
        <source>The PIN is needed.</source>
        <extracomment>What is still missing before it can be recorded.</extracomment>
        <translation>Die PIN ist nötig.</translation>
    </message>
    <message>
        <source>Press Ctrl+Enter to record it.</source>
        <extracomment>How it is recorded by keyboard.</extracomment>
        <translation>Strg+Eingabe drücken, um es festzuhalten.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::EvidenceModel</name>
    <message>
        <source>–</source>
        <extracomment>Cell: a line of evidence without a time.</extracomment>
        <translation>–</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>A line of evidence: %1 what is known, %2 how far it reaches (&quot;attempt 1&quot;).</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1. %2. Source: %3. %4.</source>
        <extracomment>A row for screen readers: %1 how sure, %2 what is known, %3 source, %4 time.</extracomment>
        <translation>%1. %2. Quelle: %3. %4.</translation>
    </message>
    <message>
        <source>Time</source>
        <extracomment>Column of the evidence: when.</extracomment>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Source</source>
        <extracomment>Column of the evidence: where it comes from.</extracomment>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>How sure</source>
        <extracomment>Column of the evidence: certain, strong, weak or not known.</extracomment>
        <translation>Gewissheit</translation>
    </message>
    <message>
        <source>What we know</source>
        <extracomment>Column of the evidence.</extracomment>
        <translation>Was bekannt ist</translation>
    </message>
</context>
<context>
    <name>lockkeeper::FactsView</name>
    <message>
        <source>%1: %2</source>
        <extracomment>A fact as a screen reader says it: %1 its name, %2 its value.</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lockkeeper::HistoryDetail</name>
    <message>
        <source>Record</source>
        <extracomment>The pane with one record.</extracomment>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>The call is not in the store any more.</source>
        <translation>Der Aufruf ist nicht mehr im Datenspeicher.</translation>
    </message>
    <message>
        <source>The call cannot be read just now.</source>
        <translation>Der Aufruf kann im Moment nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Select a record to see what it says.</source>
        <extracomment>The pane of a record while none is selected.</extracomment>
        <translation>Wählen Sie einen Eintrag aus, um ihn zu lesen.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time in UTC</source>
        <translation>Zeit in UTC</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>State after it</source>
        <translation>Zustand danach</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Durch</translation>
    </message>
    <message>
        <source>What the call does</source>
        <translation>Was der Aufruf tut</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Agent (its own word)</source>
        <translation>Agent (eigene Angabe)</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>State now</source>
        <translation>Zustand jetzt</translation>
    </message>
    <message>
        <source>Asked because</source>
        <translation>Gefragt, weil</translation>
    </message>
    <message>
        <source>Policy rule</source>
        <translation>Regel der Richtlinie</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>Entschieden durch</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Alarm: what is stored about this call does not match the record. %1</source>
        <extracomment>Alarm: what is stored about a call was changed; %1 = the core&apos;s own words.</extracomment>
        <translation>Alarm: Was zu diesem Aufruf gespeichert ist, stimmt nicht mit dem Journal überein. %1</translation>
    </message>
    <message>
        <source>✓ %1</source>
        <extracomment>A line about something that was verified: %1 = what.</extracomment>
        <translation>✓ %1</translation>
    </message>
</context>
<context>
    <name>lockkeeper::HistoryModel</name>
    <message>
        <source>Record %1. %2. %3.</source>
        <extracomment>A record for screen readers: %1 its number, %2 what happened, %3 when.</extracomment>
        <translation>Eintrag %1. %2. %3.</translation>
    </message>
    <message>
        <source>%1 Tool %2. Afterwards: %3.</source>
        <extracomment>A record for screen readers: %1 = the sentences above, %2 tool, %3 state afterwards.</extracomment>
        <translation>%1 Werkzeug %2. Danach: %3.</translation>
    </message>
    <message>
        <source>Record %1, not read yet</source>
        <extracomment>A record for screen readers, while it is being read; %1 = its number.</extracomment>
        <translation>Eintrag %1, noch nicht gelesen</translation>
    </message>
    <message>
        <source>Record</source>
        <extracomment>Column: the number of a record.</extracomment>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Time</source>
        <extracomment>Column: when, local time with its offset from UTC.</extracomment>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What happened</source>
        <extracomment>Column: what a record says.</extracomment>
        <translation>Was geschehen ist</translation>
    </message>
    <message>
        <source>Call</source>
        <extracomment>Column: the id of the call that a record is about.</extracomment>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Tool</source>
        <extracomment>Column: server and tool.</extracomment>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>State</source>
        <extracomment>Column: the call&apos;s state after what happened.</extracomment>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>By</source>
        <extracomment>Column: who decided.</extracomment>
        <translation>Durch</translation>
    </message>
</context>
<context>
    <name>lockkeeper::HistoryWidget</name>
    <message>
        <source>Go to record</source>
        <extracomment>Field: the number of a record to jump to.</extracomment>
        <translation>Zu Eintrag gehen</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet.</source>
        <extracomment>The record is empty.</extracomment>
        <translation>Bisher ist nichts festgehalten.</translation>
    </message>
    <message>
        <source>Records</source>
        <extracomment>The list of records.</extracomment>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>History</source>
        <extracomment>Area of the window: everything that was recorded.</extracomment>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>1 new record ( . )</source>
        <extracomment>Button above the list; %1 = records that came since the list was last put in order.</extracomment>
        <translation>1 neuer Eintrag ( . )</translation>
    </message>
    <message>
        <source>%1 new records ( . )</source>
        <translation>%1 neue Einträge ( . )</translation>
    </message>
</context>
<context>
    <name>lockkeeper::LockPane</name>
    <message>
        <source>The console is locked.</source>
        <translation>Die Konsole ist gesperrt.</translation>
    </message>
    <message>
        <source>Nothing is shown. Calls that are waiting go on waiting. Anyone at this screen can unlock it: lock your session as well.</source>
        <translation>Nichts wird gezeigt. Wartende Aufrufe warten weiter. Jede Person an diesem Bildschirm kann die Konsole entsperren: Sperren Sie auch Ihre Sitzung.</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Unlock the console</source>
        <translation>Konsole entsperren</translation>
    </message>
    <message>
        <source>%1 pending · %2 high · %3 critical · %4 unknown</source>
        <extracomment>counts of actions that wait for a decision, by risk, and of unknown outcomes</extracomment>
        <translation>%1 wartend · %2 hoch · %3 kritisch · %4 unbekannt</translation>
    </message>
</context>
<context>
    <name>lockkeeper::MainWindow</name>
    <message>
        <source>Lockkeeper</source>
        <extracomment>title of the window; a name, not translated</extracomment>
        <translation>Lockkeeper</translation>
    </message>
    <message>
        <source>State of the console</source>
        <translation>Zustand der Konsole</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Everything about the state of the console</source>
        <translation>Alles über den Zustand der Konsole</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird hergestellt…</translation>
    </message>
    <message>
        <source>State of the console in detail</source>
        <translation>Zustand der Konsole im Einzelnen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Lock console</source>
        <translation>&amp;Konsole sperren</translation>
    </message>
    <message>
        <source>&amp;Close window…</source>
        <translation>Fenster &amp;schließen…</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo the newest decision that is held</source>
        <translation>Neueste zurückgehaltene Entscheidung &amp;zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>Text &amp;größer</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>Text &amp;kleiner</translation>
    </message>
    <message>
        <source>Next &amp;pane</source>
        <translation>&amp;Nächster Fensterteil</translation>
    </message>
    <message>
        <source>P&amp;revious pane</source>
        <translation>&amp;Voriger Fensterteil</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;State of the console</source>
        <translation>&amp;Zustand der Konsole</translation>
    </message>
    <message>
        <source>%1 (%2 more)</source>
        <extracomment>%1 a sentence, %2 how many further ones there are</extracomment>
        <translation>%1 (noch %2)</translation>
    </message>
</context>
<context>
    <name>lockkeeper::NoticeStrip</name>
    <message>
        <source>Notices</source>
        <extracomment>accessible name of the strip that shows notices about the open request</extracomment>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Notice</source>
        <extracomment>accessible name of the text of a notice that has to be scrolled</extracomment>
        <translation>Hinweis</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <extracomment>button of the notice strip; %n other notices are there</extracomment>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::PendingListPane</name>
    <message>
        <source>Filter</source>
        <extracomment>accessible name of the field that narrows the list of requests</extracomment>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter, for example risk:high or part of a name</source>
        <extracomment>hint in the filter field; risk:high is typed as it is</extracomment>
        <translation>Filter, zum Beispiel risk:high oder ein Teil eines Namens</translation>
    </message>
    <message>
        <source>New: %1 · critical: %2 · no longer waiting: %3 · press . to update</source>
        <extracomment>strip below the list: %1, %2 and %3 are numbers; . is the key</extracomment>
        <translation>Neu: %1 · kritisch: %2 · nicht mehr wartend: %3 · zum Aktualisieren . drücken</translation>
    </message>
    <message>
        <source>Nothing new</source>
        <extracomment>accessible name of the strip below the list when there is nothing new</extracomment>
        <translation>Nichts Neues</translation>
    </message>
    <message>
        <source>Waiting: %1 · high: %2 · critical: %3 · oldest: %4</source>
        <extracomment>totals below the list: numbers of requests, and for how long the oldest has waited</extracomment>
        <translation>Wartend: %1 · hoch: %2 · kritisch: %3 · älteste: %4</translation>
    </message>
    <message>
        <source>As of %1, no connection</source>
        <extracomment>the core does not answer; %1 is a time</extracomment>
        <translation>Stand %1, keine Verbindung</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <extracomment>button above the list: shows what waits for a decision; %1 is a number</extracomment>
        <translation>Offen: %1</translation>
    </message>
    <message>
        <source>Snoozed: %1</source>
        <extracomment>button above the list: shows what is put aside for a while; %1 is a number</extracomment>
        <translation>Zurückgestellt: %1</translation>
    </message>
    <message>
        <source>No request matches this filter.</source>
        <extracomment>stands where the list of requests would be</extracomment>
        <translation>Keine Anfrage passt zu diesem Filter.</translation>
    </message>
    <message>
        <source>Nothing is snoozed. What you snooze is here until it comes back by itself.</source>
        <extracomment>stands where the list of requests that are put aside would be</extracomment>
        <translation>Nichts ist zurückgestellt. Was Sie zurückstellen, steht hier, bis es von selbst zurückkommt.</translation>
    </message>
    <message>
        <source>Nothing is waiting for you.</source>
        <extracomment>stands where the list of requests would be</extracomment>
        <translation>Nichts wartet auf Sie.</translation>
    </message>
    <message numerus="yes">
        <source>%n urgent item(s) outside this view</source>
        <translation>
            <numerusform>%n dringende Anfrage außerhalb dieser Ansicht</numerusform>
            <numerusform>%n dringende Anfragen außerhalb dieser Ansicht</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::PendingModel</name>
    <message>
        <source>Risk</source>
        <extracomment>column of the list of requests</extracomment>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Expires</source>
        <translation>Läuft ab</translation>
    </message>
    <message>
        <source>Effect</source>
        <extracomment>column of the list of requests: what would happen</extracomment>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Target</source>
        <extracomment>column of the list of requests: what it would happen to</extracomment>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Tool</source>
        <extracomment>column of the list of requests</extracomment>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Agent</source>
        <extracomment>column of the list of requests: what the agent calls itself</extracomment>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Waiting</source>
        <extracomment>column of the list of requests: for how long</extracomment>
        <translation>Wartet seit</translation>
    </message>
    <message>
        <source>State</source>
        <extracomment>column of the list of requests</extracomment>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Back at</source>
        <translation>Zurück um</translation>
    </message>
</context>
<context>
    <name>lockkeeper::PendingView</name>
    <message>
        <source>Requests that wait for a decision</source>
        <extracomment>accessible name of the list of requests that wait for a decision</extracomment>
        <translation>Anfragen, die auf eine Entscheidung warten</translation>
    </message>
</context>
<context>
    <name>lockkeeper::PendingWidget</name>
    <message>
        <source>Nothing is waiting for you.</source>
        <extracomment>shown when there is no request</extracomment>
        <translation>Nichts wartet auf Sie.</translation>
    </message>
    <message>
        <source>Requests of agents come up here. To connect an agent, run this command. It prints the snippet for the agent&apos;s own configuration.</source>
        <extracomment>shown when there is no request; a command stands below it</extracomment>
        <translation>Hier erscheinen Anfragen von Agenten. Um einen Agenten anzubinden, führen Sie diesen Befehl aus. Er gibt den Ausschnitt für die Konfiguration des Agenten aus.</translation>
    </message>
    <message>
        <source>lockkeeperctl agents add NAME</source>
        <extracomment>a command line; NAME stands for a name that the person chooses</extracomment>
        <translation>lockkeeperctl agents add NAME</translation>
    </message>
    <message>
        <source>Command: lockkeeperctl agents add NAME</source>
        <extracomment>accessible name of a command line</extracomment>
        <translation>Befehl: lockkeeperctl agents add NAME</translation>
    </message>
    <message>
        <source>Pending</source>
        <extracomment>area of the window: requests that wait for a decision</extracomment>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>The console is locked.

Critical: %1
High: %2
Medium: %3
Low: %4</source>
        <extracomment>shown while the console is locked: numbers of requests, one level of risk a line</extracomment>
        <translation>Die Konsole ist gesperrt.

Kritisch: %1
Hoch: %2
Mittel: %3
Niedrig: %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>about the request before this one: %1 its effect, %2 what became of it</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lockkeeper::PinRow</name>
    <message>
        <source>PIN of your decision key</source>
        <translation>PIN Ihres Entscheidungsschlüssels</translation>
    </message>
</context>
<context>
    <name>lockkeeper::Rail</name>
    <message>
        <source>Areas</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>%1, %2, %3 need attention</source>
        <extracomment>%1 is the name of an area, %2 the number of items in it, %3 of those need somebody soon</extracomment>
        <translation>%1, %2, davon %3 dringend</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>%1 is the name of an area, %2 the number of items in it</extracomment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>lockkeeper::RawView</name>
    <message>
        <source>Raw arguments</source>
        <extracomment>Accessible name of the view of a call&apos;s arguments as the bytes that will be sent.</extracomment>
        <translation>Argumente als Rohdaten</translation>
    </message>
</context>
<context>
    <name>lockkeeper::RunItemsModel</name>
    <message>
        <source>Last sign %1 ago</source>
        <extracomment>A running call; %1 is how long ago it was heard of, such as &quot;3 s&quot;</extracomment>
        <translation>Letztes Lebenszeichen vor %1</translation>
    </message>
    <message>
        <source>Last sign %1 ago: %2</source>
        <extracomment>A running call; %1 how long ago it was heard of, %2 its own words about its progress</extracomment>
        <translation>Letztes Lebenszeichen vor %1: %2</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <extracomment>When a call was started or, if it was not, proposed; %1 is an age such as &quot;3 min&quot;</extracomment>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>proposed %1 ago</source>
        <translation>vorgeschlagen vor %1</translation>
    </message>
    <message>
        <source>Reading …</source>
        <extracomment>A row of the table that has not been read from the store yet</extracomment>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Call %1. %2. %3. %4. %5</source>
        <extracomment>A row for a screen reader: %1 number, %2 tool, %3 state, %4 summary, %5 result</extracomment>
        <translation>Aufruf %1. %2. %3. %4. %5</translation>
    </message>
    <message>
        <source>#</source>
        <extracomment>Column: the number of a call in its run</extracomment>
        <translation>#</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Took</source>
        <extracomment>Column: how long a call took, or has taken so far</extracomment>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>lockkeeper::RunPane</name>
    <message>
        <source>Calls of the run</source>
        <extracomment>What a screen reader calls the table with the calls of the selected run</extracomment>
        <translation>Aufrufe des Laufs</translation>
    </message>
    <message>
        <source>N</source>
        <extracomment>Key for the next call that waits, is unknown or failed</extracomment>
        <translation>N</translation>
    </message>
    <message>
        <source>No run is selected.</source>
        <extracomment>Stands in the pane for the selected run when there is none</extracomment>
        <translation>Kein Lauf ist ausgewählt.</translation>
    </message>
    <message>
        <source>Run %1, agent %2</source>
        <extracomment>Heading of a run; %1 its name (the agent&apos;s claim), %2 the agent</extracomment>
        <translation>Lauf %1, Agent %2</translation>
    </message>
    <message>
        <source>Only the first %1 are shown.</source>
        <extracomment>Below a filtered table; %1 is a number of rows</extracomment>
        <translation>Nur die ersten %1 werden gezeigt.</translation>
    </message>
    <message>
        <source>As found when the state was chosen. Choose it again to read it anew.</source>
        <extracomment>Below a filtered table</extracomment>
        <translation>Stand bei der Auswahl des Zustands. Wählen Sie ihn erneut aus, um neu zu lesen.</translation>
    </message>
    <message>
        <source>Follow newest (End)</source>
        <extracomment>Button; the table keeps showing its newest rows</extracomment>
        <translation>Den neuesten folgen (Ende)</translation>
    </message>
    <message>
        <source>%1 new below – End</source>
        <extracomment>Button; %1 rows came below while the person was reading; End goes there</extracomment>
        <translation>%1 neue darunter – Ende</translation>
    </message>
    <message>
        <source>Following newest</source>
        <extracomment>Says that the table shows its newest rows as they come</extracomment>
        <translation>Folgt den neuesten</translation>
    </message>
    <message>
        <source>None further waits, is unknown or failed.</source>
        <extracomment>After the key N, when no further call waits, is unknown or failed</extracomment>
        <translation>Kein weiterer Aufruf ist wartend, unbekannt oder fehlgeschlagen.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::RunsModel</name>
    <message>
        <source>Run %1. Agent %2. %3. %4.</source>
        <extracomment>A row of the list of runs for a screen reader; %1 run, %2 agent, %3 state, %4 progress</extracomment>
        <translation>Lauf %1. Agent %2. %3. %4.</translation>
    </message>
    <message>
        <source>Run</source>
        <extracomment>Column of the list of runs: the name that the agent claims</extracomment>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <extracomment>Column of the list of runs: how many calls wait for a decision</extracomment>
        <translation>Wartet auf Sie</translation>
    </message>
    <message>
        <source>Unknown</source>
        <extracomment>Column of the list of runs: how many calls have an outcome that nobody knows</extracomment>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Age</source>
        <extracomment>Column of the list of runs: how long ago its newest calls came</extracomment>
        <translation>Alter</translation>
    </message>
</context>
<context>
    <name>lockkeeper::RunsWidget</name>
    <message>
        <source>Runs</source>
        <extracomment>The area of the window with runs of agents; in the rail and the menu
----------
What a screen reader calls the list of runs</extracomment>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Not cancelled: %1</source>
        <extracomment>A call could not be cancelled; %1 is the reason</extracomment>
        <translation>Nicht abgebrochen: %1</translation>
    </message>
    <message>
        <source>Cancelled. It was not started.</source>
        <translation>Abgebrochen. Der Aufruf war nicht gestartet.</translation>
    </message>
    <message>
        <source>It has been started: asked to stop. Its outcome may be unknown.</source>
        <translation>Der Aufruf ist bereits gestartet: Er wurde gebeten, anzuhalten. Sein Ausgang kann unbekannt sein.</translation>
    </message>
    <message>
        <source>1 new run – show (.)</source>
        <extracomment>Button; shows the run that came since the list was ordered</extracomment>
        <translation>1 neuer Lauf – zeigen (.)</translation>
    </message>
    <message numerus="yes">
        <source>%n new runs – show (.)</source>
        <extracomment>Button; shows runs that came since the list was ordered; %n is their number</extracomment>
        <translation>
            <numerusform>%n neuer Lauf – zeigen (.)</numerusform>
            <numerusform>%n neue Läufe – zeigen (.)</numerusform>
        </translation>
    </message>
    <message>
        <source>The order has changed – show (.)</source>
        <extracomment>Button; puts the list of runs into its order again</extracomment>
        <translation>Die Reihenfolge hat sich geändert – zeigen (.)</translation>
    </message>
    <message>
        <source>No agent has proposed a call yet. What an agent does under one run, or in one submission, appears here with all of its calls.</source>
        <extracomment>Stands in the area Runs while there is none</extracomment>
        <translation>Bisher hat kein Agent einen Aufruf vorgeschlagen. Was ein Agent in einem Lauf oder in einer Einreichung tut, erscheint hier mit allen Aufrufen.</translation>
    </message>
    <message>
        <source>The console is locked.</source>
        <extracomment>Stands where values were while the console is locked</extracomment>
        <translation>Die Konsole ist gesperrt.</translation>
    </message>
    <message>
        <source>Part of the area</source>
        <extracomment>What a screen reader calls the tabs that choose a part of the area in a small window</extracomment>
        <translation>Teil des Bereichs</translation>
    </message>
    <message>
        <source>All runs</source>
        <extracomment>Tab of a small window: the list of runs</extracomment>
        <translation>Alle Läufe</translation>
    </message>
    <message>
        <source>Calls of the run</source>
        <extracomment>Tab of a small window: the calls of the selected run</extracomment>
        <translation>Aufrufe des Laufs</translation>
    </message>
    <message>
        <source>Selected call</source>
        <extracomment>Tab of a small window: the selected call</extracomment>
        <translation>Ausgewählter Aufruf</translation>
    </message>
</context>
<context>
    <name>lockkeeper::SnoozePanel</name>
    <message>
        <source>Snoozing</source>
        <extracomment>Screen readers: the part of the decision bar in which a request is put aside for a while.</extracomment>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>For how long, and why? Only operators read what you write.</source>
        <translation>Wie lange und warum? Was Sie schreiben, lesen nur Bediener.</translation>
    </message>
    <message>
        <source>Reason for operators</source>
        <translation>Grund für die Bediener</translation>
    </message>
    <message>
        <source>Snooze</source>
        <extracomment>The button that puts a request aside for a while.</extracomment>
        <translation>Zurückstellen</translation>
    </message>
    <message>
        <source>Snooze for the chosen time</source>
        <translation>Für die gewählte Dauer zurückstellen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back, without snoozing</source>
        <translation>Zurück, ohne zurückzustellen</translation>
    </message>
    <message>
        <source>5 min</source>
        <extracomment>Chip: how long a request is put aside.</extracomment>
        <translation>5 min</translation>
    </message>
    <message>
        <source>15 min</source>
        <extracomment>Chip: how long a request is put aside.</extracomment>
        <translation>15 min</translation>
    </message>
    <message>
        <source>60 min</source>
        <extracomment>Chip: how long a request is put aside.</extracomment>
        <translation>60 min</translation>
    </message>
    <message>
        <source>Until 10 min before it expires</source>
        <extracomment>Chip: how long a request is put aside.</extracomment>
        <translation>Bis 10 min vor dem Ablauf</translation>
    </message>
    <message>
        <source>For how long: %1</source>
        <extracomment>Screen readers: a button that chooses for how long a request is put aside; %1 is its text.</extracomment>
        <translation>Wie lange: %1</translation>
    </message>
    <message>
        <source>Enter puts it aside, Esc goes back.</source>
        <translation>Enter stellt zurück, Esc bricht ab.</translation>
    </message>
</context>
<context>
    <name>lockkeeper::StateChips</name>
    <message>
        <source>All %1</source>
        <extracomment>Chip that shows all calls of a run; %1 is their number</extracomment>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Waiting %1</source>
        <extracomment>Chip that shows the calls waiting for a decision; %1 is their number</extracomment>
        <translation>Wartend %1</translation>
    </message>
    <message>
        <source>Running or queued %1</source>
        <extracomment>Chip that shows the calls that are approved or running; %1 is their number</extracomment>
        <translation>Laufend oder anstehend %1</translation>
    </message>
    <message>
        <source>Unknown %1</source>
        <extracomment>Chip that shows the calls with an unknown outcome; %1 is their number</extracomment>
        <translation>Unbekannt %1</translation>
    </message>
    <message>
        <source>Failed %1</source>
        <extracomment>Chip that shows the failed calls; %1 is their number</extracomment>
        <translation>Fehlgeschlagen %1</translation>
    </message>
    <message>
        <source>Done %1</source>
        <extracomment>Chip that shows the calls that succeeded; %1 is their number</extracomment>
        <translation>Erledigt %1</translation>
    </message>
    <message>
        <source>Not run %1</source>
        <extracomment>Chip that shows the calls that were never run (denied, cancelled …); %1 is their number</extracomment>
        <translation>Nicht ausgeführt %1</translation>
    </message>
    <message>
        <source>Settled %1</source>
        <extracomment>Chip that shows the unknown calls that a person has settled; %1 is their number</extracomment>
        <translation>Geklärt %1</translation>
    </message>
    <message>
        <source>Calls shown</source>
        <extracomment>What a screen reader calls the row of chips</extracomment>
        <translation>Gezeigte Aufrufe</translation>
    </message>
</context>
<context>
    <name>lockkeeper::StatusStrip</name>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Undo</source>
        <extracomment>a button: takes back the newest decision that has not taken effect yet</extracomment>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Undo the newest decision that is held</source>
        <translation>Neueste zurückgehaltene Entscheidung zurücknehmen</translation>
    </message>
    <message>
        <source>Too late to undo: it has been sent.</source>
        <translation>Zu spät zum Zurücknehmen: bereits gesendet.</translation>
    </message>
    <message>
        <source>○ Connecting…</source>
        <translation>○ Verbindung wird hergestellt…</translation>
    </message>
    <message>
        <source>● Connected, %1</source>
        <extracomment>%1 is a time of day</extracomment>
        <translation>● Verbunden, %1</translation>
    </message>
    <message>
        <source>◌ No answer since %1</source>
        <extracomment>%1 is a time of day</extracomment>
        <translation>◌ Keine Antwort seit %1</translation>
    </message>
    <message numerus="yes">
        <source>%n decision(s) held</source>
        <translation>
            <numerusform>%n Entscheidung zurückgehalten</numerusform>
            <numerusform>%n Entscheidungen zurückgehalten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::StopBar</name>
    <message>
        <source>Stop run…</source>
        <extracomment>Button; asks first how many calls are in flight</extracomment>
        <translation>Lauf stoppen…</translation>
    </message>
    <message>
        <source>Stop this run</source>
        <extracomment>Button; cancels every call of the run that has not been started</extracomment>
        <translation>Diesen Lauf stoppen</translation>
    </message>
    <message>
        <source>Let it go on</source>
        <extracomment>Button; closes the question whether to stop the run</extracomment>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Number of calls in flight</source>
        <extracomment>What a screen reader calls the field in which the number of calls in flight is typed</extracomment>
        <translation>Zahl der offenen Aufrufe</translation>
    </message>
    <message>
        <source>Not all calls were reached: %1</source>
        <extracomment>The run could not be stopped as a whole; %1 is the reason</extracomment>
        <translation>Nicht alle Aufrufe wurden erreicht: %1</translation>
    </message>
    <message>
        <source>%1 cancelled, %2 had started meanwhile and were asked to stop, %3 refused.</source>
        <extracomment>What stopping a run did; numbers of calls: %1 cancelled, %2 started meanwhile, %3 refused</extracomment>
        <translation>%1 abgebrochen, %2 inzwischen gestartet und um Anhalten gebeten, %3 abgewiesen.</translation>
    </message>
    <message>
        <source>Stopping: %1</source>
        <extracomment>Stopping a run has not come to its end; %1 says what it did so far</extracomment>
        <translation>Wird gestoppt: %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln call(s) of this run in flight. Stopping cancels what has not been started; what has been started goes on, and more calls of the agent are not held back. To stop, type the number of calls in flight.</source>
        <extracomment>Asks before a run is stopped; %Ln is the number of calls that are not over</extracomment>
        <translation>
            <numerusform>%Ln offener Aufruf dieses Laufs. Das Stoppen bricht ab, was nicht gestartet ist; was gestartet ist, läuft weiter, und weitere Aufrufe des Agenten werden nicht aufgehalten. Geben Sie zum Stoppen die Zahl der offenen Aufrufe ein.</numerusform>
            <numerusform>%Ln offene Aufrufe dieses Laufs. Das Stoppen bricht ab, was nicht gestartet ist; was gestartet ist, läuft weiter, und weitere Aufrufe des Agenten werden nicht aufgehalten. Geben Sie zum Stoppen die Zahl der offenen Aufrufe ein.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::UnknownDetail</name>
    <message>
        <source>Its details cannot be read just now.</source>
        <translation>Die Einzelheiten können im Moment nicht gelesen werden.</translation>
    </message>
    <message>
        <source>What we know has changed while you were writing. Read it again before you record anything.</source>
        <translation>Was bekannt ist, hat sich geändert, während Sie schrieben. Lesen Sie es erneut, bevor Sie etwas festhalten.</translation>
    </message>
    <message>
        <source>It was not recorded: what we know changed during the hold, or the record could not be written. Look at it again.</source>
        <translation>Es wurde nicht festgehalten: Was bekannt ist, hat sich während der Wartezeit geändert, oder der Eintrag konnte nicht geschrieben werden. Sehen Sie es erneut an.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Agent (its own word)</source>
        <translation>Agent (eigene Angabe)</translation>
    </message>
    <message>
        <source>Unknown since</source>
        <translation>Unbekannt seit</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Approved by</source>
        <translation>Freigegeben von</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <extracomment>After a list of calls; %1 = how many are not named.</extracomment>
        <translation>und noch %1</translation>
    </message>
    <message>
        <source>%1 – %2, %3</source>
        <extracomment>A waiting call: %1 what it does, %2 its tool, %3 its id.</extracomment>
        <translation>%1 – %2, %3</translation>
    </message>
    <message>
        <source>Nothing waits because of it.</source>
        <translation>Nichts wartet deswegen.</translation>
    </message>
    <message>
        <source>Sent. Nothing is recorded yet.</source>
        <extracomment>A determination is on its way to the core.</extracomment>
        <translation>Gesendet. Bisher ist nichts festgehalten.</translation>
    </message>
    <message>
        <source>Not taken back: it has taken effect, or the console cannot decide just now.</source>
        <translation>Nicht zurückgenommen: Die Feststellung ist bereits wirksam, oder die Konsole kann im Moment nicht entscheiden.</translation>
    </message>
    <message>
        <source>Taken back. Nothing was recorded.</source>
        <translation>Zurückgenommen. Nichts wurde festgehalten.</translation>
    </message>
    <message>
        <source>The value was not shown: the core refused.</source>
        <translation>Der Wert wurde nicht gezeigt: Der Kern hat es abgewiesen.</translation>
    </message>
    <message>
        <source>Sent. Wait for the answer.</source>
        <translation>Gesendet. Warten Sie auf die Antwort.</translation>
    </message>
    <message>
        <source>The core does not answer. You can read, not decide.</source>
        <translation>Der Kern antwortet nicht. Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>The console decides nothing just now. You can read, not decide.</source>
        <translation>Die Konsole entscheidet im Moment nichts. Sie können lesen, aber nicht entscheiden.</translation>
    </message>
    <message>
        <source>What is stored about this call does not match the record. Nothing is decided.</source>
        <translation>Was zu diesem Aufruf gespeichert ist, stimmt nicht mit dem Journal überein. Nichts wird entschieden.</translation>
    </message>
    <message>
        <source>Takes effect in %1 s.</source>
        <extracomment>A determination is held; %1 = seconds.</extracomment>
        <translation>Wird in %1 s wirksam.</translation>
    </message>
    <message>
        <source>%1. Takes effect in %2 s.</source>
        <extracomment>A determination is held; %1 = what was recorded (&quot;It happened&quot;), %2 = seconds.</extracomment>
        <translation>%1. Wird in %2 s wirksam.</translation>
    </message>
    <message>
        <source>Recorded: %1.</source>
        <extracomment>It is settled; %1 = what was recorded (&quot;It happened&quot;).</extracomment>
        <translation>Festgehalten: %1.</translation>
    </message>
    <message>
        <source>Settled by %1.</source>
        <extracomment>It is settled; %1 = who recorded it.</extracomment>
        <translation>Geklärt durch %1.</translation>
    </message>
    <message>
        <source>This outcome is settled.</source>
        <translation>Dieser Ausgang ist geklärt.</translation>
    </message>
    <message>
        <source>We do not know whether this happened.</source>
        <translation>Es ist unbekannt, ob dies geschehen ist.</translation>
    </message>
    <message>
        <source>Unknown outcome</source>
        <extracomment>The pane with one unknown outcome.</extracomment>
        <translation>Unbekannter Ausgang</translation>
    </message>
    <message>
        <source>What we know</source>
        <extracomment>The part of the pane with everything known about an outcome.
----------
Heading above the lines of evidence.</extracomment>
        <translation>Was bekannt ist</translation>
    </message>
    <message>
        <source>Evidence</source>
        <extracomment>The table with the lines of evidence.</extracomment>
        <translation>Belege</translation>
    </message>
    <message>
        <source>What waits because of it</source>
        <extracomment>Heading above the calls that wait because of an unknown outcome.</extracomment>
        <translation>Was deswegen wartet</translation>
    </message>
    <message>
        <source>Arguments</source>
        <extracomment>Heading above the arguments of the call.</extracomment>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>It happened…</source>
        <extracomment>Button: opens the panel in which it is recorded that the effect happened.</extracomment>
        <translation>Es ist geschehen…</translation>
    </message>
    <message>
        <source>It did not happen…</source>
        <extracomment>Button: opens the panel in which it is recorded that the effect did not happen.</extracomment>
        <translation>Es ist nicht geschehen…</translation>
    </message>
    <message>
        <source>Close without knowing…</source>
        <extracomment>Button: opens the panel in which it is closed although nobody knows.</extracomment>
        <translation>Ohne Klarheit abschließen…</translation>
    </message>
    <message>
        <source>Undo</source>
        <extracomment>Button: takes back a determination before it takes effect.</extracomment>
        <translation>Zurücknehmen</translation>
    </message>
</context>
<context>
    <name>lockkeeper::UnknownModel</name>
    <message>
        <source>The tool answered (%1)</source>
        <extracomment>Cell: the tool answered, but that settles nothing; %1 = how sure (Strong, Weak …).</extracomment>
        <translation>Das Werkzeug hat geantwortet (%1)</translation>
    </message>
    <message>
        <source>…</source>
        <extracomment>Cell: it is being read from the store.</extracomment>
        <translation>…</translation>
    </message>
    <message>
        <source>None</source>
        <extracomment>Cell: nothing is known about the outcome.</extracomment>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Does not match the record</source>
        <extracomment>State of a call: what is stored about it was changed by somebody.</extracomment>
        <translation>Stimmt nicht mit dem Journal überein</translation>
    </message>
    <message>
        <source>Takes effect in %1 s</source>
        <extracomment>State: a determination is recorded and takes effect in %1 seconds.</extracomment>
        <translation>Wird in %1 s wirksam</translation>
    </message>
    <message>
        <source>Open</source>
        <extracomment>State of an unknown outcome: nobody has recorded anything.</extracomment>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Nothing</source>
        <extracomment>Cell: this outcome holds nothing up.</extracomment>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Cell: %1 = class of effect (&quot;Irreversible&quot;), %2 = what the call does.</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <extracomment>Cell: since when; %1 = an age such as &quot;6 min&quot;.</extracomment>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>Outcome unknown. %1. Target %2. %3. %4.</source>
        <extracomment>A row for screen readers: %1 effect, %2 target, %3 since when (&quot;6 min ago&quot;), %4 state.</extracomment>
        <translation>Ausgang unbekannt. %1. Ziel %2. %3. %4.</translation>
    </message>
    <message>
        <source>%1 Waiting calls: %2.</source>
        <extracomment>A row for screen readers: %1 = the sentences above, %2 = calls that wait.</extracomment>
        <translation>%1 Wartende Aufrufe: %2.</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <extracomment>Tool tip of a time: %1 = local, %2 = UTC.</extracomment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>Blocks</source>
        <extracomment>Column: how many calls wait because of it.</extracomment>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Target</source>
        <extracomment>Column: the outside object that the call touches.</extracomment>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Effect</source>
        <extracomment>Column: class of effect.</extracomment>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Since</source>
        <extracomment>Column: since when the outcome is unknown.</extracomment>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Evidence</source>
        <extracomment>Column: what is known about the outcome.</extracomment>
        <translation>Belege</translation>
    </message>
    <message>
        <source>State</source>
        <extracomment>Column: what has been recorded about it.</extracomment>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>lockkeeper::UnknownWidget</name>
    <message>
        <source>No open unknowns.</source>
        <extracomment>The list of unknown outcomes is empty.</extracomment>
        <translation>Keine offenen unbekannten Ausgänge.</translation>
    </message>
    <message>
        <source>Unknown outcomes</source>
        <extracomment>The list of outcomes that nobody knows.</extracomment>
        <translation>Unbekannte Ausgänge</translation>
    </message>
    <message>
        <source>The list has changed: sort again ( . )</source>
        <extracomment>Button below the list: puts the rows in order and drops settled ones; &quot;.&quot; is its key.</extracomment>
        <translation>Die Liste hat sich geändert: neu sortieren ( . )</translation>
    </message>
    <message>
        <source>Sort the list again</source>
        <translation>Liste neu sortieren</translation>
    </message>
    <message>
        <source>Unknown</source>
        <extracomment>Area of the window: outcomes that nobody knows.</extracomment>
        <translation>Unbekannt</translation>
    </message>
</context>
<context>
    <name>lockkeeper::WarningsList</name>
    <message>
        <source>Warnings</source>
        <extracomment>accessible name of the list of warnings about a request</extracomment>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Seen: %1</source>
        <extracomment>accessible name of the box beside a warning; %1 is the warning</extracomment>
        <translation>Gesehen: %1</translation>
    </message>
</context>
</TS>
