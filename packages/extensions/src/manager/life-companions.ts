import { RefreshLoop } from '../adapter/refresh-loop.ts';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../errors.ts';
import type { ToolList } from '../protocol/tool-list.ts';
import { Health, type HealthPolicy } from './health.ts';
import type { ServerLife } from './server-life.ts';

export interface LifeCompanionsOptions {
  readonly life: ServerLife;
  readonly clock: Clock;
  readonly policy: HealthPolicy;
  /** Takes a new list over; true when it brought something new. */
  readonly publish: (list: ToolList) => boolean;
  readonly onDead: (failure: Failure) => void;
  readonly onRefreshFailed: () => void;
}

/** What runs beside a life while it is ready, with its timers: the heartbeat, and the refresh of its list. */
export class LifeCompanions {
  readonly health: Health;
  readonly refresh: RefreshLoop;

  constructor({ life, clock, policy, publish, onDead, onRefreshFailed }: LifeCompanionsOptions) {
    this.health = new Health({
      clock,
      policy,
      ping: (timeoutMs) => life.ping(timeoutMs),
      list: (timeoutMs) => life.list({ timeoutMs }),
      isBusy: () => life.running > 0,
      onDead,
    });
    this.refresh = new RefreshLoop({
      clock,
      list: (signal) => life.list({ signal }),
      publish,
      failed: onRefreshFailed,
    });
  }

  close(): void {
    this.health.close();
    this.refresh.stop();
  }
}
