import { describe, expect, it } from 'vitest';
import { clients } from '../src/clients/catalogue.ts';
import { help, parseOptions } from '../src/options.ts';
import { rows } from '../src/rows.ts';

const allRows = rows.map(({ name }) => name);
const allClients = clients.map(({ name }) => name);

describe('the options', () => {
  it('ask for everything by default', () => {
    expect(parseOptions([])).toEqual({
      kind: 'run',
      options: {
        rounds: 5,
        rows: allRows,
        clients: allClients,
        json: undefined,
        isQuick: false,
        waitSeconds: 0,
        server: 'auto',
      },
    });
  });

  it('choose rows and clients, in the order of the table', () => {
    const args = ['--', '--rounds', '3', '--rows', 'answers,throughput', '--clients=limit+t, ours', '--json', 'a.json'];
    expect(parseOptions([...args, '--quick', '--wait', '60', '--server', 'node'])).toEqual({
      kind: 'run',
      options: {
        rounds: 3,
        rows: ['throughput', 'answers'],
        clients: ['ours', 'limit+t'],
        json: 'a.json',
        isQuick: true,
        waitSeconds: 60,
        server: 'node',
      },
    });
  });

  it('take two rounds for a quick run', () => {
    expect(parseOptions(['--quick'])).toMatchObject({ options: { rounds: 2 } });
  });

  it('show their help, which names every row and client', () => {
    expect(parseOptions(['--rounds', '3', '--help'])).toEqual({ kind: 'help' });
    for (const name of [...allRows, ...allClients]) expect(help).toContain(name);
  });

  it.each([
    [['--rounds', '0'], '--rounds'],
    [['--rounds', '1.5'], '"1.5"'],
    [['--rounds', 'many'], '"many"'],
    [['--rounds', '101'], '1 to 100'],
    [['--wait', '-1'], '--wait'],
    [['--wait', ''], '0 to 3600'],
    [['--rows', 'speed'], '"speed" is none of import'],
    [['--rows', ''], '""'],
    [['--clients', 'ours,theirs'], '"theirs" is none of ours'],
    [['--server', 'rust'], '"rust"'],
    [['--json', ''], '--json'],
    [['--fast'], '--fast'],
    [['quick'], 'quick'],
    [['--json'], '--json'],
  ])('refuse %j and say what is wrong', (args, part) => {
    const parsed = parseOptions(args);
    expect(parsed.kind).toBe('wrong');
    expect(parsed).toHaveProperty('message', expect.stringContaining(part));
  });
});
