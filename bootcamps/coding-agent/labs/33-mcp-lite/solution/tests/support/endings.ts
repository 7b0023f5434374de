import { endingsOf, type Watched as WatchedBy } from '@coding-agent/fixture-servers/lab';
import { McpClientError } from '../../src/errors.ts';

/** A promise that is looked at from the start, and asked later how it ended. */
export type Watched<T> = WatchedBy<T, McpClientError>;

/** How these tests wait: with a deadline, and for errors of the client only. */
export const { watch, valueOf, errorOf } = endingsOf(McpClientError);
