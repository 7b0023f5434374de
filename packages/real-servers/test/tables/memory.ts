import { text, type ToolTable } from '../support/tool-table.ts';

const [ada, engine] = [
  { name: 'Ada', entityType: 'person', observations: ['writes programs'] },
  { name: 'engine', entityType: 'machine', observations: [] },
];
const wrote = { from: 'Ada', to: 'engine', relationType: 'wrote for' };

/** What server-memory offers, with an empty memory; each call goes on from what the ones before have left there. */
export const memoryTools: ToolTable = [
  { tool: 'read_graph', answer: { structuredContent: { entities: [], relations: [] } } },
  {
    tool: 'create_entities',
    args: { entities: [ada, engine] },
    answer: { content: text(/Ada/), structuredContent: { entities: [ada, engine] } },
  },
  { tool: 'create_relations', args: { relations: [wrote] }, answer: { structuredContent: { relations: [wrote] } } },
  {
    tool: 'add_observations',
    args: { observations: [{ entityName: 'engine', contents: ['was never built'] }] },
    answer: { structuredContent: { results: [{ entityName: 'engine', addedObservations: ['was never built'] }] } },
  },
  {
    tool: 'add_observations',
    args: { observations: [{ entityName: 'nobody', contents: ['nothing'] }] },
    answer: { isError: true, content: text(/nobody not found/) },
  },
  { tool: 'search_nodes', args: { query: 'programs' }, answer: { structuredContent: { entities: [{ name: 'Ada' }] } } },
  {
    tool: 'open_nodes',
    args: { names: ['engine'] },
    answer: { structuredContent: { entities: [{ name: 'engine' }], relations: [wrote] } },
  },
  {
    tool: 'delete_observations',
    args: { deletions: [{ entityName: 'engine', observations: ['was never built'] }] },
    answer: { structuredContent: { success: true } },
  },
  { tool: 'delete_relations', args: { relations: [wrote] }, answer: { structuredContent: { success: true } } },
  { tool: 'delete_entities', args: { entityNames: ['engine'] }, answer: { structuredContent: { success: true } } },
  { tool: 'read_graph', answer: { structuredContent: { entities: [ada], relations: [] } } },
];
