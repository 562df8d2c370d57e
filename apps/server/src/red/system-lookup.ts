import { lookup } from 'node:dns/promises'
import type { Lookup } from './resolve-host.ts'

/**
 * Asks a name once however many want to know it at the same time: the system's resolver keeps a thread of the process until its name
 * server answers or it gives up, and there are few. Who comes later joins those that wait; an answer is not kept.
 */
export function joinLookups(ask: Lookup): Lookup {
  const asked = new Map<string, ReturnType<Lookup>>()
  return (host) => {
    const known = asked.get(host)
    if (known) return known
    const answer = ask(host).finally(() => asked.delete(host))
    asked.set(host, answer)
    return answer
  }
}

/** As the operating system resolves names: its hosts file, its name servers. */
export const systemLookup: Lookup = joinLookups((host) => lookup(host, { all: true, verbatim: true }))
