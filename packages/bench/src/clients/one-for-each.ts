import type { Adapter, ManyServers, ServerCommand } from './bench-client.ts';

/** What a host does with a client that knows one server: one for each, all of them connected before anything else. */
export function oneForEach(adapter: Adapter, servers: readonly ServerCommand[]): ManyServers {
  const clients = servers.map((server) => adapter.create(server));
  return {
    prepare: async () => {
      await Promise.all(clients.map((client) => client.connect()));
    },
    call: (server, tool, args) => {
      const client = clients[server];
      if (client === undefined) throw new Error(`there is no server ${server}`);
      return client.call(tool, args);
    },
    countTools: async () => {
      const lists = await Promise.all(clients.map((client) => client.list()));
      return lists.reduce((sum, { tools }) => sum + tools.length, 0);
    },
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}
