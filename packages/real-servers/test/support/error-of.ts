import { McpClientError } from '@coding-agent/extensions';

/** The error that something ends with; any other end is a failure. */
export async function errorOf(promise: Promise<unknown>): Promise<McpClientError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof McpClientError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
