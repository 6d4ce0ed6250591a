import type { ContactHead } from '@crewline/contract/contacts'
import { useEffect, useMemo, useState } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
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

type QuietHours = Reply<'organizationSettings'>['settings']['quietHours']

/** The night in which the organization sends nothing to workers; undefined when it keeps none. */
export function useQuietHours(): QuietHours | undefined {
  const { data } = useOrganizationSettingsQuery()
  const quiet = data?.settings.quietHours
  return quiet?.mode === 'off' ? undefined : quiet
}

/** The zone of a contact, and when their night ends if it is night there now and the organization keeps quiet hours. */
export function useNight(contact: ContactHead): { zone: string; morning: Date | null; now: Date } {
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const quiet = useQuietHours()
  const { lastInAt } = useSeen(contact.id)
  const now = useMinute()
  const zone = contact.timezone ?? home
  const isAwake = lastInAt !== undefined && now.getTime() - Date.parse(lastInAt) < awakeMs
  const morning = useMemo(() => (quiet && !isAwake ? nightEnd(zone, now, quiet) : null), [quiet, isAwake, zone, now])
  return { zone, morning, now }
}
