import { applyHrSync, connectHr, finishHrConnection, hrSync, readHr, refreshHris } from '@crewline/contract/hr'
import type { HrRow, HrRowKind, HrSettings, HrSync } from '@crewline/contract/hr'
import type { Org } from './cast.ts'
import { passSyncs, type StepSizes } from '../../src/modules/hr/index.ts'
import { DEFAULT_SETTINGS } from '../../src/modules/hr/settings-rules.ts'
import type { TestApp } from './test-app.ts'
import type { TestFinch } from './finch.ts'

/** The HR connector of one organization of a test app, as its owner uses it. */
export interface TestHr {
  /** Connects a company with these settings, and reads it; the first sync waits for a review. */
  connect(companyId: string, settings?: Partial<HrSettings>): Promise<HrSync>
  configure(settings: Partial<HrSettings>): Promise<void>
  /** Starts a sync without taking a step; returns its id. */
  begin(): Promise<string>
  /** Starts a sync and takes its steps until it ends or waits. */
  sync(): Promise<HrSync>
  /** Applies the sync that waits, and takes its steps. */
  apply(confirmed?: number): Promise<HrSync>
  latest(): Promise<HrSync>
  rows(id: string, kind?: HrRowKind): Promise<HrRow[]>
  /** Takes steps until none waits. */
  finish(sizes?: StepSizes): Promise<void>
}

/** Returns the HR connector of an organization. */
export function hrOf(t: TestApp, finch: TestFinch, org: Org): TestHr {
  const ann = () => t.as(org.ann)
  const finish = async (sizes?: StepSizes) => {
    while (await passSyncs(t.process.kernel, sizes, { isImmediate: true }));
  }
  const begin = async () => {
    const answer = await ann().call(refreshHris)
    if (answer.http !== 200) throw new Error(`the sync answered ${answer.http} ${JSON.stringify(answer.body)}`)
    return answer.body.runId
  }
  const latest = async (): Promise<HrSync> => (await ann().call(readHr)).body.syncs[0] as HrSync
  return {
    connect: async (companyId, settings = {}) => {
      const begun = await ann().call(connectHr, {
        body: { connect: true, settings: { ...DEFAULT_SETTINGS, ...settings } },
      })
      if (begun.http !== 200) throw new Error(`connecting answered ${begun.http} ${JSON.stringify(begun.body)}`)
      const { code, state } = await finch.allow(begun.body.connectUrl as string, companyId)
      const answer = await ann().call(finishHrConnection, { params: { orgId: org.id }, query: { code, state } })
      if (answer.http !== 200) throw new Error(`the connection answered ${answer.http} ${JSON.stringify(answer.body)}`)
      await finish()
      return latest()
    },
    configure: async (settings) =>
      void (await ann().call(connectHr, { body: { settings: { ...DEFAULT_SETTINGS, ...settings } } })),
    begin,
    sync: async () => {
      await begin()
      await finish()
      return latest()
    },
    apply: async (confirmed) => {
      const { id, comparedAt } = await latest()
      const answer = await ann().call(applyHrSync, {
        params: { id },
        body: { comparedAt: comparedAt ?? '', agreed: true, ...(confirmed === undefined ? {} : { confirmed }) },
      })
      if (answer.http !== 200) throw new Error(`applying answered ${answer.http} ${JSON.stringify(answer.body)}`)
      await finish()
      return latest()
    },
    latest,
    rows: async (id, kind) =>
      (await ann().call(hrSync, { params: { id }, query: { pageSize: 100, ...(kind ? { kind } : {}) } })).body.data,
    finish,
  }
}
