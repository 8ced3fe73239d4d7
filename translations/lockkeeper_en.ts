<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ArgumentsView</name>
    <message numerus="yes">
        <source>%Ln bytes</source>
        <extracomment>The size of a value.</extracomment>
        <translation>
            <numerusform>%Ln byte</numerusform>
            <numerusform>%Ln bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message numerus="yes">
        <source>%n call(s) waiting for a decision.</source>
        <translation>
            <numerusform>%n call waiting for a decision.</numerusform>
            <numerusform>%n calls waiting for a decision.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n critical waiting</source>
        <translation>
            <numerusform>Approvals: %n critical waiting</numerusform>
            <numerusform>Approvals: %n critical waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n about to expire</source>
        <translation>
            <numerusform>Approvals: %n about to expire</numerusform>
            <numerusform>Approvals: %n about to expire</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outcome(s) nobody knows</source>
        <translation>
            <numerusform>%n outcome nobody knows</numerusform>
            <numerusform>%n outcomes nobody knows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n high waiting</source>
        <translation>
            <numerusform>Approvals: %n high waiting</numerusform>
            <numerusform>Approvals: %n high waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approvals: %n new</source>
        <translation>
            <numerusform>Approvals: %n new</numerusform>
            <numerusform>Approvals: %n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DecisionWords</name>
    <message numerus="yes">
        <source>%n warning(s) open. Acknowledge each of them to approve.</source>
        <translation>
            <numerusform>%n warning open. Acknowledge it to approve.</numerusform>
            <numerusform>%n warnings open. Acknowledge each of them to approve.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n masked value(s) that nobody has looked at.</source>
        <translation>
            <numerusform>%n masked value that nobody has looked at.</numerusform>
            <numerusform>%n masked values that nobody has looked at.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) masked.</source>
        <translation>
            <numerusform>%n value masked.</numerusform>
            <numerusform>%n values masked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s) open.</source>
        <translation>
            <numerusform>%n warning open.</numerusform>
            <numerusform>%n warnings open.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pending</name>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hours</source>
        <extracomment>spoken duration; %n is at least 2</extracomment>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n days</source>
        <extracomment>spoken duration; %n is at least 2</extracomment>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <extracomment>column Target; %1 is the first target, %n are the others</extracomment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message numerus="yes">
        <source>Waiting for %n decisions, oldest %1</source>
        <extracomment>State of a run; %n calls wait for a person, %1 is an age such as &quot;6 min&quot;</extracomment>
        <translation>
            <numerusform>Waiting for %n decision, oldest %1</numerusform>
            <numerusform>Waiting for %n decisions, oldest %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Status</name>
    <message numerus="yes">
        <source>%1: %2, %n tool(s)</source>
        <extracomment>%1 name of a tool server, %2 its state (ready, failed …), %3 how many tools it has</extracomment>
        <translation>
            <numerusform>%1: %2, %n tool</numerusform>
            <numerusform>%1: %2, %n tools</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UnknownText</name>
    <message numerus="yes">
        <source>%n waiting calls will continue.</source>
        <translation>
            <numerusform>%n waiting call will continue.</numerusform>
            <numerusform>%n waiting calls will continue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting calls stay stopped.</source>
        <translation>
            <numerusform>%n waiting call stays stopped.</numerusform>
            <numerusform>%n waiting calls stay stopped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VisibleText</name>
    <message numerus="yes">
        <source>… and %n more</source>
        <extracomment>Stands in brackets at the end of a text that was cut; %n characters follow.</extracomment>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⟦%n blank lines⟧</source>
        <extracomment>Stands for a long gap in a text that an agent wrote. Keep the two brackets.</extracomment>
        <translation>
            <numerusform>⟦%n blank line⟧</numerusform>
            <numerusform>⟦%n blank lines⟧</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⟦%n spaces⟧</source>
        <extracomment>Stands for a long gap in a text that an agent wrote. Keep the two brackets.</extracomment>
        <translation>
            <numerusform>⟦%n space⟧</numerusform>
            <numerusform>⟦%n spaces⟧</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::Attention</name>
    <message numerus="yes">
        <source>Lockkeeper: %n call(s) waiting</source>
        <translation>
            <numerusform>Lockkeeper: %n call waiting</numerusform>
            <numerusform>Lockkeeper: %n calls waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::ChallengePanel</name>
    <message numerus="yes">
        <source>Say why, in at least %n character(s). It goes into the record.</source>
        <translation>
            <numerusform>Say why, in at least %n character. It goes into the record.</numerusform>
            <numerusform>Say why, in at least %n characters. It goes into the record.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::DecisionBar</name>
    <message numerus="yes">
        <source>The reason needs at least %n character(s). Nothing was approved.</source>
        <translation>
            <numerusform>The reason needs at least %n character. Nothing was approved.</numerusform>
            <numerusform>The reason needs at least %n characters. Nothing was approved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::NoticeStrip</name>
    <message numerus="yes">
        <source>%n more</source>
        <extracomment>button of the notice strip; %n other notices are there</extracomment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::PendingListPane</name>
    <message numerus="yes">
        <source>%n urgent item(s) outside this view</source>
        <translation>
            <numerusform>%n urgent item outside this view</numerusform>
            <numerusform>%n urgent items outside this view</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::RunsWidget</name>
    <message numerus="yes">
        <source>%n new runs – show (.)</source>
        <extracomment>Button; shows runs that came since the list was ordered; %n is their number</extracomment>
        <translation>
            <numerusform>%n new run – show (.)</numerusform>
            <numerusform>%n new runs – show (.)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::StatusStrip</name>
    <message numerus="yes">
        <source>%n decision(s) held</source>
        <translation>
            <numerusform>%n decision held</numerusform>
            <numerusform>%n decisions held</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockkeeper::StopBar</name>
    <message numerus="yes">
        <source>%Ln call(s) of this run in flight. Stopping cancels what has not been started; what has been started goes on, and more calls of the agent are not held back. To stop, type the number of calls in flight.</source>
        <extracomment>Asks before a run is stopped; %Ln is the number of calls that are not over</extracomment>
        <translation>
            <numerusform>%Ln call of this run in flight. Stopping cancels what has not been started; what has been started goes on, and more calls of the agent are not held back. To stop, type the number of calls in flight.</numerusform>
            <numerusform>%Ln calls of this run in flight. Stopping cancels what has not been started; what has been started goes on, and more calls of the agent are not held back. To stop, type the number of calls in flight.</numerusform>
        </translation>
    </message>
</context>
</TS>
