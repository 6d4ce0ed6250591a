import type { Scope, Tx } from './scope.ts'
import type { Written } from './transaction-notes.ts'

/** Returns the record of a transaction that has written nothing yet. */
export function nothingWritten(): Written {
  return { events: [], wakeUps: new Set(), changesPages: false, jobs: [], audits: [] }
}

export interface Transacting extends Pick<Tx, 'db' | 'fingerprint' | 'unscoped'> {
  written: Written
  elsewhere?: Tx['elsewhere']
}

/** Returns the transaction context of one organization, which notes what the work writes. */
export function contextOf({ orgId, org, actor, world }: Scope, { written, elsewhere, ...rest }: Transacting): Tx {
  const via = actor.kind === 'member' && actor.via ? { viaParent: actor.via.parent, inChild: actor.via.child } : {}
  return {
    ...rest,
    orgId,
    org,
    actor,
    world,
    elsewhere:
      elsewhere ?? (async () => Promise.reject(new Error('work in another organization cannot visit a third'))),
    publish: (kind, payload) => {
      written.events.push({ name: kind.name, payload })
      written.wakeUps.add('events')
    },
    wakeUp: (kind) => written.wakeUps.add(kind),
    forgetPages: () => (written.changesPages = true),
    changeJob: (change) => written.jobs.push(change),
    audit: (action, target, detail = {}) => written.audits.push({ action, target, detail: { ...detail, ...via } }),
  }
}
