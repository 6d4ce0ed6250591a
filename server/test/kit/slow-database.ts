// The slow mode of server tests: a random fifth of the queries takes up to TEST_SLOW_MS milliseconds longer, as on a
// busy machine. A test that looks once at what a worker does a moment later fails here, not once in fifty runs.
//
//   TEST_SLOW_MS=100 npx vitest run --project server server/src/modules/messages
//
// TEST_SLOW_ONLY=answers slows only requests, so that workers come first, and TEST_SLOW_ONLY=workers only what the
// product does by itself, so that the test comes first. TEST_SLOW_ONLY=events slows only the reads of the event log, so
// that browsers and followers learn of a change late, and of several at once. TEST_SLOW_SHARE, from 0 to 1, replaces the
// fifth. TEST_SLOW_SEED repeats the delays of an earlier run as far as the order of its queries repeats. Every process of
// the run loads this file, like shifted-clock.ts.

import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomInt } from 'node:crypto'
import { Server } from 'node:http'
import pg from 'pg'

/** The share of queries and answers that are held back. */
const SHARE = 0.2

/** What can be slowed alone. */
const PARTS = ['answers', 'workers', 'events'] as const

/** How kernel/events/read.ts reads the events after a position; a query that removes or counts events is another. */
const READS_EVENTS = /\bfrom event_log f\s+where \(f\.xid, f\.seq\) >/

/** What the running code belongs to; other code belongs to the test, or to a program that the test started. */
interface Origin {
  isRequest: boolean
}

/** The settings of a slow run; undefined in an ordinary one. */
export interface SlowMode {
  ms: number
  share: number
  only: (typeof PARTS)[number] | undefined
  seed: string
}

/** Reads the settings of the slow mode and keeps a new seed in them for the processes that start later. */
export function readSlowMode(env: NodeJS.ProcessEnv): SlowMode | undefined {
  if (!env['TEST_SLOW_MS']) return undefined
  const ms = Number(env['TEST_SLOW_MS'])
  if (!(ms > 0)) throw new Error('TEST_SLOW_MS must be a positive number')
  const share = Number(env['TEST_SLOW_SHARE'] || SHARE)
  if (!(share > 0 && share <= 1)) throw new Error('TEST_SLOW_SHARE must be above 0 and at most 1')
  const chosen = env['TEST_SLOW_ONLY'] || undefined
  const only = PARTS.find((part) => part === chosen)
  if (only !== chosen) throw new Error(`TEST_SLOW_ONLY must be one of ${PARTS.join(', ')}`)
  env['TEST_SLOW_SEED'] ||= String(randomInt(1_000_000))
  return { ms, share, only, seed: env['TEST_SLOW_SEED'] }
}

/** Returns numbers from 0 to below 1, the same ones for the same words (mulberry32). */
export function makeRandom(words: string): () => number {
  let state = createHash('sha256').update(words).digest().readUInt32LE()
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const origins = new AsyncLocalStorage<Origin>()
// A test with fake timers must not stop the delays.
const realSetTimeout = globalThis.setTimeout
const mode = readSlowMode(process.env)

/**
 * How long a test waits for what it expects, in ms: longer than what the product itself puts off on a busy machine. A text
 * whose process lost its line waits 30 s for its outcome, and a carrier that failed four times is tried after up to 48 s.
 */
export const PATIENCE_MS = mode ? 100_000 : 60_000

let hasTests = false
let random = makeRandom(mode?.seed ?? '')

/** Starts the delays of a test file, so that they repeat when only this file runs again; only Vitest's workers call it. */
export function seedDelays(file: string): void {
  hasTests = true
  random = makeRandom(`${mode?.seed} ${file}`)
}

/** Runs the start of a product, whose later work by itself then counts as that of its workers. */
export function asProduct<T>(start: () => T): T {
  return origins.run({ isRequest: false }, start)
}

/** Holds an answer of the API back from the test now and then. */
export async function holdAnswer(): Promise<void> {
  const ms = mode && (mode.only ?? 'answers') === 'answers' ? drawDelay(mode) : 0
  if (ms > 0) await wait(ms)
}

function drawDelay({ ms, share }: SlowMode): number {
  return random() < share ? random() * ms : 0
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, ms))
}

/** Whether the mode slows this query when it is sent from here. */
export function isSlowed(only: SlowMode['only'], query: unknown): boolean {
  if (only === undefined) return true
  if (only === 'events') {
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
    return typeof text === 'string' && READS_EVENTS.test(text)
  }
  const origin = origins.getStore() ?? (hasTests ? undefined : { isRequest: false })
  return origin !== undefined && origin.isRequest === (only === 'answers')
}

type Call<T> = (this: T, ...input: unknown[]) => unknown

/** A method of a class as a function that is called with its object. */
function methodOf<T>(of: { prototype: T }, name: keyof T): Call<T> {
  return of.prototype[name] as Call<T>
}

/** Delays some calls of a client's `query`; the queries of one client keep their order. */
export function delayQueries(query: Call<pg.Client>, draw: (query: unknown) => number): Call<pg.Client> {
  const turns = new WeakMap<pg.Client, Promise<void>>()
  return function (...input) {
    const before = turns.get(this)
    const ms = draw(input[0])
    if (!before && ms === 0) return query.apply(this, input)
    const turn = (before ?? Promise.resolve()).then(() => (ms > 0 ? wait(ms) : undefined))
    turns.set(this, turn)
    const sent = turn.then(() => {
      if (turns.get(this) === turn) turns.delete(this)
      return query.apply(this, input)
    })
    const config = input[0] as { submit?: unknown; callback?: unknown } | string | undefined
    if (typeof config === 'object' && typeof config.submit === 'function') return config
    const hasCallback = typeof config === 'object' && config.callback !== undefined
    return hasCallback || input.some((value) => typeof value === 'function') ? undefined : sent
  }
}

/**
 * Marks the work of each HTTP request until its response has ended; what goes on afterwards is a worker's. Takes and
 * returns the `emit` of servers.
 */
export function markRequests(emit: Call<Server>): Call<Server> {
  return function (...input) {
    if (input[0] !== 'request') return emit.apply(this, input)
    const origin = { isRequest: true }
    const response = input[2] as NodeJS.EventEmitter
    response.once('close', () => {
      origin.isRequest = false
    })
    return origins.run(origin, () => emit.apply(this, input))
  }
}

declare global {
  /** Set once the database of this process is slowed: several test files share a process. */
  var isDatabaseSlowed: boolean | undefined
}

if (mode && !globalThis.isDatabaseSlowed) {
  globalThis.isDatabaseSlowed = true
  const draw = (query: unknown) => (isSlowed(mode.only, query) ? drawDelay(mode) : 0)
  pg.Client.prototype.query = delayQueries(methodOf(pg.Client, 'query'), draw) as never
  Server.prototype.emit = markRequests(methodOf(Server, 'emit')) as never
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import ${import.meta.url}`.trim()
}
