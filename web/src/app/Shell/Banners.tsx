import { formatDate, formatMoney, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useLocation } from 'react-router'
import { PayNowButton, usePastDueNoticeQuery } from '../../features/billing/index.ts'
import { ContactsBanner, useContactsToFix, type ContactsToFix } from '../../features/contacts/index.ts'
import { warningHidden } from '../../shared/lib/session/auth.slice.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { fullerKind, usageWarning } from './usage-rules.ts'

type Due = 'pastDue' | 'secondStep' | 'needBilling' | 'usageAll' | 'contacts' | 'usageLittle'

/** The unpaid invoice, for members who can pay it; the block screen shows it itself. */
function usePastDueInvoice() {
  const canPay = useCan('billing.manage')
  const isBlocked = usePastDue()
  const { data } = usePastDueNoticeQuery(undefined, { skip: !canPay || isBlocked })
  return canPay && !isBlocked ? (data?.pastDue ?? null) : null
}

/** The list of contacts, with or without one of them open. */
const contactsPage = /^\/dashboard\/contacts(\/[0-9a-f-]{36})?\/?$/

/** What the contacts need, on the page of contacts only; elsewhere nothing is asked. */
function useContactsDue() {
  const { pathname } = useLocation()
  const isWanted = useSession(({ auth }) => auth.warnings.contacts)
  return useContactsToFix(isWanted && contactsPage.test(pathname))
}

function useDue(contacts: ContactsToFix): Due[] {
  const pastDue = usePastDueInvoice()
  const needsBilling = useSession(({ auth }) => auth.needBilling)
  const warning = useSession(({ auth, message }) => (auth.warnings.usage ? usageWarning(message.messageUsage) : 'none'))
  const needsSecondStep = useSession(({ auth }) => (auth.user?.mfa.neededFrom ?? null) !== null)
  const due: Due[] = []
  if (pastDue) due.push('pastDue')
  if (needsSecondStep) due.push('secondStep')
  if (needsBilling) due.push('needBilling')
  if (warning === 'all') due.push('usageAll')
  if (contacts.withoutNumber + contacts.withoutConsent > 0) due.push('contacts')
  if (warning === 'little') due.push('usageLittle')
  return due
}

function BannerText({ due }: { due: Exclude<Due, 'contacts'> }) {
  const { i18n } = useLingui()
  const pastDue = usePastDueInvoice()
  const canPay = useCan('billing.manage')
  const timeZone = useSession(({ auth }) => auth.organization?.timezone)
  const usage = useSession(({ message }) => message.messageUsage)
  const kind = usage ? fullerKind(usage) : 'segments'
  const isMms = kind === 'mms'
  const counted = usage?.[kind]
  const [used, included] = [
    formatNumber(counted?.used ?? 0, i18n.locale),
    formatNumber(counted?.included ?? 0, i18n.locale),
  ]
  if (due === 'secondStep') return <SecondStepText />
  if (due === 'pastDue' && pastDue) {
    const amount = formatMoney(pastDue.cents, pastDue.currency, i18n.locale)
    const day = formatDate(pastDue.blockAt, 'longDay', i18n.locale, timeZone)
    return (
      <Trans>
        Your payment of {amount} failed. Pay by {day} to keep sending messages.
      </Trans>
    )
  }
  if (due === 'needBilling')
    return canPay ? (
      <Trans>Until you set up billing, everyone here can read, but not change or send anything.</Trans>
    ) : (
      <Trans>You can read, but not change or send anything, until an owner or admin sets up billing.</Trans>
    )
  if (due === 'usageAll')
    return isMms ? (
      <Trans>You've used all {included} MMS for this month.</Trans>
    ) : (
      <Trans>You've used all {included} segments for this month.</Trans>
    )
  return isMms ? (
    <Trans>
      You've used {used} of {included} MMS.
    </Trans>
  ) : (
    <Trans>
      You've used {used} of {included} segments.
    </Trans>
  )
}

function SecondStepText() {
  const { i18n } = useLingui()
  const from = useSession(({ auth }) => auth.user?.mfa.neededFrom ?? '')
  const zone = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const day = from === '' ? '' : formatDate(from, 'day', i18n.locale, zone)
  return (
    <Trans>
      Your organization requires two-step login from {day}.{' '}
      <Anchor component={Link} to="/dashboard/settings?tab=security#two-step" inherit underline="always">
        Set it up
      </Anchor>
    </Trans>
  )
}

function BannerAction({ due }: { due: Due }) {
  const canPay = useCan('billing.manage')
  if (due === 'contacts')
    return (
      <Anchor component={Link} to="/dashboard/contacts/repair">
        <Trans>Fix contacts</Trans>
      </Anchor>
    )
  if (!canPay || due === 'secondStep') return null
  if (due === 'pastDue') return <PayNowButton isCompact />
  return (
    <Anchor component={Link} to={`/dashboard/settings?tab=billing${due === 'needBilling' ? '' : '#usage'}`}>
      {due === 'needBilling' ? <Trans>Set up billing</Trans> : <Trans>See usage</Trans>}
    </Anchor>
  )
}

/** Shows account banners, the most urgent first: one at a time, the rest behind "+1 more". */
export function Banners() {
  const dispatch = useDispatch()
  const contacts = useContactsDue()
  const due = useDue(contacts)
  const [isAll, setAll] = useState(false)
  const visibleBanners = isAll ? due : due.slice(0, 1)
  const more = due.length - visibleBanners.length
  return visibleBanners.map((banner, at) => (
    <Banner
      key={banner}
      tone={banner === 'usageAll' || banner === 'pastDue' ? 'bad' : 'warn'}
      action={
        <>
          <BannerAction due={banner} />
          {at === visibleBanners.length - 1 && more > 0 && (
            <Button variant="transparent" size="compact-sm" onClick={() => setAll(true)}>
              <Plural value={more} one="+# more" other="+# more" />
            </Button>
          )}
        </>
      }
      {...(banner.startsWith('usage') && { onDismiss: () => dispatch(warningHidden('usage')) })}
      {...(banner === 'contacts' && { onDismiss: () => dispatch(warningHidden('contacts')) })}
    >
      {banner === 'contacts' ? <ContactsBanner {...contacts} /> : <BannerText due={banner} />}
    </Banner>
  ))
}
