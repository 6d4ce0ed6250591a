import type { Middleware, UnknownAction } from '@reduxjs/toolkit'
import type { api as sharedApi } from './base.ts'

type Api = Pick<typeof sharedApi, 'reducer' | 'reducerPath' | 'endpoints' | 'util'>
type ApiState = ReturnType<Api['reducer']>
type Tags = Parameters<Api['util']['invalidateTags']>[0]

/** How long an invalidation waits for calls that are still open, in ms. */
const MAX_DELAY_MS = 1_000

interface CallMeta {
  requestId: string
  requestStatus: 'pending' | 'fulfilled' | 'rejected'
  /** Set when the library did not send the call, because the same one is open. */
  condition?: boolean
  arg: { type: 'query' | 'infinitequery' | 'mutation'; queryCacheKey?: string }
}

interface Endpoint {
  initiate: (arg: unknown, options: { subscribe: false; forceRefetch: true }) => UnknownAction
}

type Behavior = ApiState['config']['invalidationBehavior']

const BEHAVIOR_SET = 'invalidation-delay/behaviorSet'
const behaviorSet = (payload: Behavior) => ({ type: BEHAVIOR_SET, payload })

/**
 * Bounds how long the cache waits before it fetches invalidated data again. The library waits until no call is open, so that a
 * fetch cannot overwrite what another change shows already. A single slow call would then keep every list of the page
 * from following live events and the member's own changes. After one second, what was invalidated is fetched regardless; a
 * query that is open at that moment is fetched again when it ends, because its answer may be from before the change.
 */
export function invalidationDelay(api: Api) {
  /** Ids of the calls that are open, with the cache keys of queries. */
  const open = new Map<string, string | undefined>()
  /** What waits: tags of live events, and whether those of a change of the member are among it, which are not known here. */
  let waiting: { tags: Tags[number][]; hasOwn: boolean } = { tags: [], hasOwn: false }
  /** Open queries by cache key, each with the check whether it was invalidated. */
  const outdated = new Map<string, () => boolean>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFlushing = false

  function callOf(action: unknown): CallMeta | undefined {
    const { type, meta } = action as UnknownAction & { meta?: CallMeta }
    return type.startsWith(`${api.reducerPath}/execute`) ? meta : undefined
  }

  const middleware: Middleware = ({ dispatch, getState }) => {
    const state = () => (getState() as { [path: string]: ApiState })[api.reducerPath] as ApiState

    /** Marks open queries without an answer: until they have one, the library does not know their tags. */
    function markFirstLoads(): void {
      const { tags, hasOwn } = waiting
      for (const key of open.values())
        if (key !== undefined && state().queries[key]?.fulfilledTimeStamp === undefined)
          outdated.set(key, () => hasOwn || isAmong(key, tags))
    }

    function isAmong(key: string, tags: Tags): boolean {
      const found = api.util.selectInvalidatedBy(getState() as { api: ApiState }, tags)
      return found.some(({ queryCacheKey }) => queryCacheKey === key)
    }

    function flush(): void {
      markFirstLoads()
      forgetWaiting()
      isFlushing = true
      dispatch(behaviorSet('immediately'))
      // Without tags of its own, it makes the library handle those that wait.
      dispatch(api.util.invalidateTags([]))
      dispatch(behaviorSet('delayed'))
      isFlushing = false
    }

    function forgetWaiting(): void {
      clearTimeout(timer)
      timer = undefined
      waiting = { tags: [], hasOwn: false }
    }

    function note(call: CallMeta): void {
      const key = call.arg.queryCacheKey
      if (call.requestStatus === 'pending') open.set(call.requestId, key)
      else if (call.condition) {
        if (isFlushing && key !== undefined) outdated.set(key, () => true)
      } else {
        open.delete(call.requestId)
        const isOutdated = key === undefined ? undefined : outdated.get(key)
        if (key === undefined || !isOutdated) return
        outdated.delete(key)
        if (isOutdated()) fetchAgain(key)
      }
    }

    function fetchAgain(key: string): void {
      const query = state().queries[key]
      if (!query?.endpointName) return
      const { initiate } = (api.endpoints as unknown as Record<string, Endpoint>)[query.endpointName] as Endpoint
      dispatch(initiate(query.originalArgs, { subscribe: false, forceRefetch: true }))
    }

    return (next) => (action) => {
      const result = next(action)
      const call = callOf(action)
      if (call) note(call)
      const isOwn = call?.arg.type === 'mutation' && call.requestStatus !== 'pending'
      const isByTags = api.util.invalidateTags.match(action)
      if (open.size === 0) forgetWaiting()
      else if ((isOwn || isByTags) && !isFlushing) {
        if (isByTags) waiting.tags.push(...action.payload)
        else waiting.hasOwn = true
        timer ??= setTimeout(flush, MAX_DELAY_MS)
      }
      return result
    }
  }

  /** The reducer of the API with the setting that the middleware changes. */
  const reducer = (before: ApiState | undefined, action: UnknownAction): ApiState => {
    const after = api.reducer(before, action)
    if (action.type !== BEHAVIOR_SET) return after
    return { ...after, config: { ...after.config, invalidationBehavior: action['payload'] as Behavior } }
  }

  return { middleware, reducer }
}
