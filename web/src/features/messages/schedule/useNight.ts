import type { ContactSummary } from '@crewline/contract/contacts'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { useEffect, useMemo, useState } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { useOrganizationSettingsQuery } from '../../organizations/index.ts'
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

/**
 * Returns the zone of a contact, and when their night ends if it is night there now and the organization has quiet
 * hours. The sample worker has no night.
 */
export function useNight(contact: ContactSummary): { zone: string; morning: Date | null; now: Date } {
  const home = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const quietHours = useQuietHours()
  const { lastInAt } = useSeen(contact.id)
  const now = useMinute()
  const zone = contact.timezone ?? home
  const isSample = contact.phone === SAMPLE_CONTACT_PHONE
  const isAwake = lastInAt !== undefined && now.getTime() - Date.parse(lastInAt) < awakeMs
  const morning = useMemo(
    () => (quietHours && !isAwake && !isSample ? nightEnd(zone, now, quietHours) : null),
    [quietHours, isAwake, isSample, zone, now],
  )
  return { zone, morning, now }
}
