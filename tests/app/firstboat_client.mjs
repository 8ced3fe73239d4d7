// SPDX-License-Identifier: Apache-2.0
// An agent made of the official v1 SDK client and its stdio transport, with the transport's own bare
// environment and the variables of an "env" block, which is an object in JSON. Told what to do by
// lines of JSON on stdin, tells what it sees by lines on stdout.
//
//   firstboat_client.mjs ENV COMMAND [ARGUMENT...]
//
//   {"do":"list","id":1}                                     -> {"id":1,"result":…}
//   {"do":"call","id":2,"name":N,"arguments":A,"progress":B} -> {"id":2,"progress":…}… {"id":2,"result":…}
//   {"do":"abort","id":2}                                    -> {"id":2,"error":…}
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const say = (value) => process.stdout.write(JSON.stringify(value) + '\n');
const running = new Map();

const [env, command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'firstboat', version: '1.0' });

async function call(order) {
  const stop = new AbortController();
  running.set(order.id, stop);
  const options = { signal: stop.signal };
  if (order.progress)
    options.onprogress = (beat) => say({ id: order.id, progress: beat });
  try {
    return await client.callTool({ name: order.name, arguments: order.arguments }, undefined, options);
  } finally {
    running.delete(order.id);
  }
}

async function obey(order) {
  if (order.do === 'abort')
    return running.get(order.id)?.abort('the agent has changed its mind');
  try {
    say({ id: order.id, result: order.do === 'list' ? await client.listTools() : await call(order) });
  } catch (error) {
    say({ id: order.id, error: String(error?.message ?? error), code: error?.code });
  }
}

await client.connect(new StdioClientTransport({ command, args, env: JSON.parse(env) }));
say({ connected: client.getServerVersion() });
client.onclose = () => say({ closed: true });
for await (const line of createInterface({ input: process.stdin }))
  void obey(JSON.parse(line));
await client.close();
process.exit(0);
