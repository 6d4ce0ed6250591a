import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Group } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useEditSettingsMutation } from '../api.ts'
import { useSession } from '../../../shared/lib/session/select.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { isNotProven, useProof } from './useProof.tsx'
import { PhoneForm } from './PhoneForm.tsx'

// The phone number parser is larger than the rest of the page.
const PhoneNumber = lazy(async () => {
  const phoneNumberModule = await import('../../../shared/ui/text/PhoneNumber.tsx')
  return { default: phoneNumberModule.PhoneNumber }
})

/** The mobile number of the user, verified by a texted code. */
export function PhoneCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const user = useSession(({ auth }) => auth.user)
  const home = useSession(({ auth }) => auth.organization?.country)
  // The number to verify; empty asks for one, undefined shows the saved one.
  const [proving, setProving] = useState<string>()
  const [problem, setProblem] = useState('')
  const { proven, dialog } = useProof()
  const [save, { isLoading }] = useEditSettingsMutation()
  if (!user) return null
  const { phone, phoneVerified, mfa } = user

  async function remove(): Promise<void> {
    setProblem('')
    const { error } = await proven(() => save({ phone: '' }))
    if (error && !isNotProven(error)) setProblem(messageFor(error))
  }

  return (
    <SettingsCard id="mobile" title={t`Mobile`} text={t`Used only for login codes.`}>
      {dialog}
      <div className={classes.line}>
        <span className={classes.value}>
          {phone ? (
            <>
              <Suspense fallback={<bdi dir="ltr">{phone}</bdi>}>
                <PhoneNumber phone={phone} {...(home && { home })} />
              </Suspense>
              <Badge color={phoneVerified ? 'green' : 'yellow'}>
                {phoneVerified ? <Trans>Verified</Trans> : <Trans>Not verified</Trans>}
              </Badge>
            </>
          ) : (
            <Trans>No mobile number</Trans>
          )}
        </span>
        {proving === undefined && (
          <Group gap="xs">
            {phone && !phoneVerified && (
              <Button variant="default" onClick={() => setProving(phone)}>
                <Trans>Verify number</Trans>
              </Button>
            )}
            <Button variant="default" onClick={() => setProving('')}>
              {phone ? <Trans>Change number</Trans> : <Trans>Add number</Trans>}
            </Button>
            {phone && mfa.method !== 'sms' && (
              <Button variant="subtle" color="gray" loading={isLoading} onClick={() => void remove()}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </Group>
        )}
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {proving !== undefined && (
        <PhoneForm
          phone={proving}
          onProven={async (number, phoneProof) => {
            const { error } = await proven(() => save({ phone: number, phoneProof }))
            return error
          }}
          onClose={() => setProving(undefined)}
        />
      )}
    </SettingsCard>
  )
}
