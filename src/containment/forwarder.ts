// The first program in a box that may reach something: `forwarder SOCKET PORT LOOPBACK -- PROGRAM ARGS`. It listens on
// 127.0.0.1:PORT, hands every connection on to the proxy behind SOCKET, and runs the program. LOOPBACK lists what of
// this machine the box may reach (`127.0.0.1:8080,…`), so that programs find it at its own address although they ask no
// proxy about addresses of loopback. It trusts nobody and guards nothing: the proxy does.
//
// Plain Node and nothing else: every launch pays for its start. Input, output, exit and signals are the program's own;
// a signal to the group reaches the program without us.

import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';

const connectionsMax = 256;
const answerBytesMax = 16_384;
const [socket = '', port = '', loopback = '', , file = '', ...args] = process.argv.slice(2);

function listen(at: number, onConnection: (client: Socket) => void): Promise<void> {
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, onConnection);
    server.maxConnections = connectionsMax;
    server.once('error', () => {
      resolve();
    });
    server.listen(at, '127.0.0.1', resolve);
    server.unref();
  });
}

function handOn(client: Socket): void {
  join(client, connect({ path: socket, allowHalfOpen: true }));
}

function join(client: Socket, way: Socket): void {
  for (const [one, other] of [
    [client, way],
    [way, client],
  ] as const) {
    one.on('error', () => other.destroy());
    one.once('close', () => other.destroySoon());
    one.pipe(other);
  }
}

function tunnel(client: Socket, to: string): void {
  const way = connect({ path: socket, allowHalfOpen: true });
  let answer = Buffer.alloc(0);
  client.on('error', () => way.destroy());
  way.on('error', () => client.destroy());
  way.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n\r\n`);
  const read = (piece: Buffer): void => {
    answer = Buffer.concat([answer, piece]);
    const end = answer.indexOf('\r\n\r\n');
    if (end === -1 && answer.length < answerBytesMax) return;
    way.off('data', read);
    if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) {
      client.destroy();
      way.destroy();
      return;
    }
    way.pause();
    way.unshift(answer.subarray(end + 4));
    join(client, way);
  };
  way.on('data', read);
}

function run(): void {
  // The program gets the signal too; we stay for its end.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const child = spawn(file, args, { stdio: 'inherit' });
  child.once('error', (error) => {
    process.stderr.write(`${file} did not start: ${error.message}\n`);
    process.exit(127);
  });
  child.once('exit', (exit, signal) => {
    if (signal === null) process.exit(exit ?? 1);
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

await Promise.all([
  listen(Number(port), handOn),
  ...loopback
    .split(',')
    .filter((each) => each !== '')
    .map((each) =>
      listen(Number(each.split(':').at(-1)), (client) => {
        tunnel(client, each);
      }),
    ),
]);
run();
