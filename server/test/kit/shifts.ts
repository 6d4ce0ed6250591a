import { editOrganization } from '@crewline/contract/organizations'
import { createShift } from '@crewline/contract/shifts'
import type { TestApp } from './test-app.ts'

const ZONE = 'America/Chicago'

/** Returns the time of day this many hours from now in the zone of the test organization. */
function clock(hours: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )
}

const everyDay = (span: { from: string; to: string }) =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, span]))

/** Hours of every day that contain this moment, or that begin in about three hours. */
export const hoursNow = () => everyDay({ from: clock(-2), to: clock(4) })
export const hoursLater = () => everyDay({ from: clock(3), to: clock(7) })

/** Hours of every day that begin and end this many hours from now. */
export const hoursBetween = (from: number, to: number) => everyDay({ from: clock(from), to: clock(to) })

/** Adds a shift and returns its id. */
export async function makeShift(t: TestApp, name: string, hours: ReturnType<typeof hoursNow>): Promise<string> {
  const { body } = await t.as(t.acme.ann).call(createShift, { body: { name, hours } })
  const id = body.status === 'OK' ? body.shifts.find((shift) => shift.name === name)?.id : undefined
  if (!id) throw new Error(JSON.stringify(body))
  return id
}

/** Sets what happens to texts to people who are off shift. */
export async function guard(t: TestApp, mode: 'off' | 'warn' | 'hold'): Promise<void> {
  await t.as(t.acme.ann).call(editOrganization, { body: { settings: { offClockGuard: mode } } })
}
