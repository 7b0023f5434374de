// A consumer without types: an entry, a server, one call.
const [entry, executable, ...args] = process.argv.slice(2);
const { McpClient } = await import(entry);
const client = await McpClient.open({ executable, args });
const { tools } = await client.listTools();
const { content } = await client.callTool('echo', { value: 'hello' });
process.stdout.write(`${tools.map(({ name }) => name).join(', ')}: ${content[0].text}\n`);
await client.close();
