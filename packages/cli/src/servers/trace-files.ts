import { resolve } from 'node:path';
import { McpClientError } from '@coding-agent/extensions';
import { openTrace, readTrace } from '@coding-agent/extensions/trace';
import { CliError, type CliErrorCode } from '../cli-error.ts';
import type { Host } from '../host.ts';
import type { Traces } from '../traces.ts';

/** Traces, from the working directory. */
export function traceFiles(host: Pick<Host, 'cwd'>): Traces {
  return {
    async begin(file) {
      const problems: string[] = [];
      const onError = ({ message }: McpClientError): void => void problems.push(message);
      try {
        return { trace: await openTrace({ path: resolve(host.cwd, file), onError }), problems };
      } catch (error) {
        throw refusal('CLI_OUTPUT', error, 'name another file for --trace');
      }
    },
    async read(file, signal) {
      try {
        return await readTrace(resolve(host.cwd, file), { signal });
      } catch (error) {
        throw refusal('CLI_NO_TRACE', error, 'name a file that was written with --trace');
      }
    },
    async page({ start, records }, { title, language }) {
      const { renderTracePage } = await import('@coding-agent/trace-page');
      return renderTracePage([{ title, start, records }], language === undefined ? {} : { language });
    },
  };
}

/** A mistake about a file in the words of the command; anything else as it is. */
function refusal(code: CliErrorCode, error: unknown, next: string): unknown {
  const isAboutFile = error instanceof McpClientError && error.code === 'MCP_INVALID_CONFIG';
  return isAboutFile ? new CliError(code, error.message, { next, cause: error }) : error;
}
