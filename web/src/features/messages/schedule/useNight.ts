import type { ContactSummary } from '@crewline/contract/contacts'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { useEffect, useMemo, useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { skipToken } from '@reduxjs/toolkit/query'
import { useContactShiftQuery, useOrganizationSettingsQuery } from '../../organizations/index.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { useSeen } from '../bubble/seen.ts'
import { nightEnd } from './zone-time.ts'

const minuteMs = 60_000
/** A contact who has just written is awake: for this long an answer is sent also at night, as on the server. */
const awakeMs = 30 * minuteMs

/** Returns the current time, updated every minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

type QuietHours = Reply<'organizationSettings'>['settings']['quietHours']

/** Returns the quiet hours of the organization, in which it sends nothing to contacts; undefined when it has none. */
export function useQuietHours(): QuietHours | undefined {
  const { data } = useOrganizationSettingsQuery()
  const quietHours = data?.settings.quietHours
  return quietHours?.mode === 'off' ? undefined : quietHours
}

/** When and why a contact rests now. */
export interface Night {
  zone: string
  /** When they no longer rest; null when they do not. */
  morning: Date | null
  isOffShift: boolean
  now: Date
}

/** The server decides who is off shift; its answer is asked for again this often, in ms. */
const shiftPollMs = 5 * minuteMs

/**
 * Returns the zone of a contact, and when their night or their time off shift ends, as far as the organization heeds it.
 * On shift there is no night. The sample worker has neither.
 */
export function useNight(contact: ContactSummary): Night {
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const quietHours = useQuietHours()
  const { data } = useOrganizationSettingsQuery()
  const { lastInAt } = useSeen(contact.id)
  const now = useMinute()
  const zone = contact.timezone ?? home
  const isSample = contact.phone === SAMPLE_CONTACT_PHONE
  const isGuarded = data !== undefined && data.settings.offClockGuard !== 'off'
  const { currentData: work } = useContactShiftQuery(isGuarded && !isSample ? contact.id : skipToken, {
    pollingInterval: shiftPollMs,
  })
  const isAwake = isSample || (lastInAt !== undefined && now.getTime() - Date.parse(lastInAt) < awakeMs)
  const hasShift = isGuarded && work !== undefined && work.shifts.length > 0
  const start = hasShift && work.nextStart ? Date.parse(work.nextStart) : 0
  const morning = useMemo(() => {
    if (isAwake) return null
    if (hasShift) return start > now.getTime() ? new Date(start) : null
    return quietHours ? nightEnd(zone, now, quietHours) : null
  }, [hasShift, isAwake, now, quietHours, start, zone])
  return { zone, morning, isOffShift: hasShift && morning !== null, now }
}
