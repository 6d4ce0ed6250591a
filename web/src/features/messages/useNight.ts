import type { ContactHead } from '@crewline/contract/contacts'
import { useEffect, useMemo, useState } from 'react'
import { useOrganizationSettingsQuery } from '../organizations/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { useSeen } from './seen.ts'
import { nightEnd } from './zone-time.ts'

const minuteMs = 60_000
/** Somebody who has just written is awake: for this long an answer needs no morning, as the server has it too. */
const awakeMs = 30 * minuteMs

/** The moment, looked at again each minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The zone of a contact, and when their night ends if it is night there now and the organization keeps quiet hours. */
export function useNight(contact: ContactHead): { zone: string; morning: Date | null; now: Date } {
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const { data } = useOrganizationSettingsQuery()
  const { lastInAt } = useSeen(contact.id)
  const now = useMinute()
  const zone = contact.timezone ?? home
  const quiet = data?.settings.quietHours
  const isAwake = lastInAt !== undefined && now.getTime() - Date.parse(lastInAt) < awakeMs
  const morning = useMemo(
    () => (quiet && quiet.mode !== 'off' && !isAwake ? nightEnd(zone, now, quiet) : null),
    [quiet, isAwake, zone, now],
  )
  return { zone, morning, now }
}
