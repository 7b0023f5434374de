// What servers print on stdout that have never heard that it is for the protocol alone.
process.stdout.write('sdk-server 1.0.0, ready when you are\n\n');
process.stdout.write('\u001b[32m✔ listening on stdio\u001b[0m\r\n');
process.stdout.write(`${JSON.stringify({ level: 30, msg: 'started', pid: process.pid })}\n`);
process.stdout.write(`${JSON.stringify(['a', 'list'])}\n`);
await import('./connect.mjs');
