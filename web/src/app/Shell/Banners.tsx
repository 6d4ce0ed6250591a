import { formatDate, formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import { warningHidden } from '../../shared/lib/session/auth.slice.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { Banner } from '../../shared/ui/feedback/Banner.tsx'
import { usageWarning } from './usage-rules.ts'

type Due = 'secondStep' | 'needBilling' | 'usageAll' | 'usageLittle'

function useDue(): Due[] {
  const needsBilling = useSession(({ auth }) => auth.needBilling)
  const warning = useSession(({ auth, message }) => (auth.warnings.usage ? usageWarning(message.messageUsage) : 'none'))
  const needsSecondStep = useSession(({ auth }) => (auth.user?.mfa.neededFrom ?? null) !== null)
  const due: Due[] = []
  if (needsSecondStep) due.push('secondStep')
  if (needsBilling) due.push('needBilling')
  if (warning === 'all') due.push('usageAll')
  if (warning === 'little') due.push('usageLittle')
  return due
}

function BannerText({ due }: { due: Due }) {
  const { i18n } = useLingui()
  const segments = useSession(({ message }) => message.messageUsage?.segments)
  const [used, included] = [
    formatNumber(segments?.used ?? 0, i18n.locale),
    formatNumber(segments?.included ?? 0, i18n.locale),
  ]
  if (due === 'secondStep') return <SecondStepText />
  if (due === 'needBilling') return <Trans>Add a payment method to start sending.</Trans>
  if (due === 'usageAll') return <Trans>You've used all {included} segments for this month.</Trans>
  return (
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

/** Shows account banners, the most urgent first: one at a time, the rest behind "+1 more". */
export function Banners() {
  const dispatch = useDispatch()
  const due = useDue()
  const [isAll, setAll] = useState(false)
  const visibleBanners = isAll ? due : due.slice(0, 1)
  const more = due.length - visibleBanners.length
  return visibleBanners.map((banner, at) => (
    <Banner
      key={banner}
      tone={banner === 'usageAll' ? 'bad' : 'warn'}
      action={
        at === visibleBanners.length - 1 &&
        more > 0 && (
          <Button variant="transparent" size="compact-sm" onClick={() => setAll(true)}>
            <Plural value={more} one="+# more" other="+# more" />
          </Button>
        )
      }
      {...((banner === 'usageAll' || banner === 'usageLittle') && {
        onDismiss: () => dispatch(warningHidden('usage')),
      })}
    >
      <BannerText due={banner} />
    </Banner>
  ))
}
