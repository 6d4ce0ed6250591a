import { expect, it } from 'vitest'
import type { Reply } from '../../shared/api/from-contract.ts'
import { hrNeed } from './hr-need.ts'

type HrOverview = Reply<'readHr'>
type Sync = HrOverview['syncs'][number]['state']
type State = NonNullable<HrOverview['connection']>['state']

function overview(state: State | undefined, ...syncs: Sync[]) {
  return {
    connection: state ? ({ state } as HrOverview['connection']) : null,
    syncs: syncs.map((sync) => ({ state: sync })) as HrOverview['syncs'],
  }
}

it.each<[string, ReturnType<typeof overview>, ReturnType<typeof hrNeed>]>([
  ['nothing without a connection, whatever the last sync was', overview(undefined, 'failed'), undefined],
  ['nothing before the first sync', overview('connected'), undefined],
  [
    'nothing after a sync that was applied, though one before failed',
    overview('connected', 'done', 'failed'),
    undefined,
  ],
  ['a look at a sync that failed', overview('connected', 'failed', 'done'), 'failed'],
  ['a review of a sync that waits', overview('connected', 'review'), 'review'],
  ['a new connection before anything else', overview('reauth', 'failed'), 'reauth'],
])('an HR system needs %s', (_, given, expected) => {
  expect(hrNeed(given)).toBe(expected)
})
