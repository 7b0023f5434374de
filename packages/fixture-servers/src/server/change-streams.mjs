/** @import { Server, WireRequest } from './types.ts' */
import { isObject, metaKey } from './modern-meta.mjs';

/** The open `subscriptions/listen` requests. Source: 2026-07-28, basic/patterns/subscriptions. */
export class ChangeStreams {
  #server;
  /**
   * By the id of the request: whether it is to hear of the tools.
   *
   * @type {Map<number | string, boolean>}
   */
  #open = new Map();

  /** @param {Server} server */
  constructor(server) {
    this.#server = server;
  }

  /**
   * Acknowledges a stream, or refuses it.
   *
   * @param {WireRequest} request
   * @returns {true}
   */
  open({ id, params }) {
    const wanted = params?.['notifications'];
    if (isObject(wanted)) {
      const hears = wanted['toolsListChanged'] === true;
      this.#open.set(id, hears);
      this.#tell(id, 'subscriptions/acknowledged', { notifications: hears ? { toolsListChanged: true } : {} });
    } else {
      const error = { code: -32602, message: 'notifications must be an object' };
      void this.#server.send({ jsonrpc: '2.0', id, error });
    }
    return true;
  }

  /** @param {unknown} id of a stream, or of anything else that the client takes back */
  forget(id) {
    this.#open.delete(/** @type {number | string} */ (id));
  }

  /** The list of the tools is another one now. */
  toolsChanged() {
    for (const [id, hears] of this.#open) if (hears) this.#tell(id, 'tools/list_changed');
  }

  /**
   * Ends every stream, in one of the two ways there are.
   *
   * @param {'result' | 'cancelled'} how
   */
  end(how) {
    for (const id of this.#open.keys()) {
      const result = { resultType: 'complete', _meta: { [metaKey('subscriptionId')]: id } };
      if (how === 'result') void this.#server.send({ jsonrpc: '2.0', id, result });
      else this.#write({ method: 'notifications/cancelled', params: { requestId: id, reason: 'the stream ends' } });
    }
    this.#open.clear();
  }

  /**
   * @param {number | string} id
   * @param {string} name
   * @param {Record<string, unknown>} [params]
   */
  #tell(id, name, params = {}) {
    const _meta = { [metaKey('subscriptionId')]: id };
    this.#write({ method: `notifications/${name}`, params: { ...params, _meta } });
  }

  /** @param {Record<string, unknown>} notification */
  #write(notification) {
    void this.#server.write(`${JSON.stringify({ jsonrpc: '2.0', ...notification })}\n`);
  }
}
