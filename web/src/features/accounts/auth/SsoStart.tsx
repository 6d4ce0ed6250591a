import { useLingui } from '@lingui/react/macro'
import { textInTab } from '../../../shared/lib/tab-storage.ts'
import { ssoPath } from './path.ts'
import { beginSso } from './sso.ts'
import { useAuthRefusals } from './useAuthRefusals.ts'
import { useOpening, type Opened } from './useOpening.ts'
import { WaitingCard } from './WaitingCard.tsx'

/** Goes straight on to the identity provider of the organization in the address. */
export function SsoStart() {
  const { t } = useLingui()
  const { wordsFor } = useAuthRefusals()
  const opening = useOpening(async (): Promise<Opened<'gone'>> => {
    const slug = decodeURIComponent(location.pathname.slice(ssoPath.length).replace(/\/+$/, ''))
    const mustProve = new URLSearchParams(location.search).has('prove')
    const email = textInTab('email')
    const refusal = await beginSso(slug, { mustProve, ...(email.includes('@') && { email }) })
    return refusal ? { problem: wordsFor(refusal).message ?? '' } : { value: 'gone' }
  })
  return (
    <WaitingCard
      title={t`Taking you to your company's login…`}
      opening={opening.state === 'done' ? { state: 'waiting' } : opening}
    />
  )
}
