import type { JsonObject } from '@coding-agent/extensions';

/** What a server tells of its progress, as far as it is what the specification says. */
export function progressText({ message, progress, total }: JsonObject): string {
  const steps =
    typeof progress === 'number' ? [String(progress), ...(typeof total === 'number' ? [`of ${total}`] : [])] : [];
  return [...(typeof message === 'string' ? [message] : []), ...steps].join(' ');
}
