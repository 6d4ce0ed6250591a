import { expect, test } from 'vitest'
import { FollowedTime } from './followed-time.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const START = Date.UTC(2026, 0, 2, 3, 4, 5)

function makeMachine() {
  const machine = { wallMs: START, monotonic: 100, boot: 5_000 }
  const time = new FollowedTime({
    machineNow: () => new Date(machine.wallMs),
    monotonicMs: () => machine.monotonic,
    sinceBootMs: () => machine.boot,
  })
  const pass = (ms: number) => {
    machine.wallMs += ms
    machine.monotonic += ms
    machine.boot += ms
  }
  return { machine, time, pass }
}

test('equals the clock of a machine that agrees with the database', () => {
  const { machine, time, pass } = makeMachine()
  pass(70)
  const beforeMs = time.nowMs()
  const databaseMs = machine.wallMs + 1
  pass(3)
  expect(time.differenceTo({ databaseMs, beforeMs, afterMs: time.nowMs() })).toBe(0)
  expect(time.nowMs()).toBe(machine.wallMs)
})

test.each([
  ['ahead', 90 * 60_000],
  ['behind', -90 * 60_000],
])('follows a database whose clock is %s', (_, differenceMs) => {
  const { machine, time, pass } = makeMachine()
  const beforeMs = time.nowMs()
  pass(10)
  const databaseMs = machine.wallMs + differenceMs
  pass(10)
  const difference = time.differenceTo({ databaseMs, beforeMs, afterMs: time.nowMs() })
  time.move(difference)
  expect(Math.abs(time.nowMs() - machine.wallMs - differenceMs)).toBeLessThanOrEqual(11)
})

test.each([
  ['a year ahead', YEAR],
  ['an hour back', -HOUR],
])('passes evenly while the clock of the machine steps %s', (_, stepMs) => {
  const { machine, time, pass } = makeMachine()
  pass(500)
  machine.wallMs += stepMs
  expect(time.nowMs()).toBe(START + 500)
  time.reanchor()
  pass(2_000)
  expect(time.nowMs()).toBe(START + 2_500)
  expect(time.machineAheadMs()).toBe(stepMs)
  machine.wallMs -= stepMs
  time.reanchor()
  pass(1_000)
  expect(time.nowMs()).toBe(START + 3_500)
  expect(time.machineAheadMs()).toBe(0)
})

test('adds the time that the machine slept', () => {
  const { machine, time, pass } = makeMachine()
  pass(500)
  machine.wallMs += 2 * HOUR
  machine.boot += 2 * HOUR
  expect(time.nowMs()).toBe(START + 500 + 2 * HOUR)
  time.reanchor()
  pass(1_000)
  expect(time.nowMs()).toBe(START + 1_500 + 2 * HOUR)
  expect(time.machineAheadMs()).toBe(0)
})

test('accepts the small corrections of a machine that is kept in time', () => {
  const { machine, time, pass } = makeMachine()
  pass(1_000)
  machine.wallMs += 20
  expect(time.nowMs()).toBe(machine.wallMs)
  time.reanchor()
  expect(time.machineAheadMs()).toBe(0)
})
