import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../shared/lib/session/select.ts'
import { ConfirmCount } from '../../../shared/ui/overlay/ConfirmCount.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useDisableMfaMutation, useEnableMfaMutation, useRenewBackupCodesMutation, useSetUpMfaMutation } from './api.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { isNotProven, useProof } from './useProof.tsx'
import { AppSetUp } from './AppSetUp.tsx'
import { BackupCodes } from './BackupCodes.tsx'

interface Offer {
  secret: string
  uri: string
}

function useTwoStep() {
  const messageFor = useErrorText()
  const { proven, dialog } = useProof()
  const [offer, setOffer] = useState<Offer>()
  const [codes, setCodes] = useState<string[]>()
  const [problem, setProblem] = useState('')
  const [setUp, settingUp] = useSetUpMfaMutation()
  const [enable, enabling] = useEnableMfaMutation()
  const [disable, disabling] = useDisableMfaMutation()
  const [renew, renewing] = useRenewBackupCodesMutation()

  /** Makes a call that may require a proof; returns its result, and shows the message of a refusal. */
  async function make<T extends { error?: unknown }>(action: () => Promise<T>): Promise<T> {
    setProblem('')
    const answer = await proven(action)
    if (answer.error && !isNotProven(answer.error)) setProblem(messageFor(answer.error))
    return answer
  }

  return {
    dialog,
    offer,
    codes,
    problem,
    isBusy: settingUp.isLoading || enabling.isLoading || disabling.isLoading || renewing.isLoading,
    close: () => setOffer(undefined),
    forgetCodes: () => setCodes(undefined),
    beginApp: async () => setOffer((await make(() => setUp())).data),
    async confirmApp(code: string) {
      const { data, error } = await proven(() => enable({ method: 'totp', code }))
      if (data) {
        setOffer(undefined)
        setCodes(data.backupCodes)
      }
      return error
    },
    chooseTexts: async () => setCodes((await make(() => enable({ method: 'sms' }))).data?.backupCodes),
    renew: async () => setCodes((await make(() => renew())).data?.backupCodes),
    turnOff: async () => void (await make(() => disable())),
  }
}

function Off({ twoStep }: { twoStep: ReturnType<typeof useTwoStep> }) {
  const phoneVerified = useSession(({ auth }) => auth.user?.phoneVerified ?? false)
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={twoStep.isBusy} onClick={() => void twoStep.beginApp()}>
          <Trans>Use an authenticator app</Trans>
        </Button>
        {phoneVerified && (
          <Button variant="default" disabled={twoStep.isBusy} onClick={() => void twoStep.chooseTexts()}>
            <Trans>Use text messages</Trans>
          </Button>
        )}
      </Group>
      {!phoneVerified && (
        <p className={classes.help} style={{ marginBlockStart: 8 }}>
          <Trans>
            To get codes by text,{' '}
            <Anchor component={Link} to="/dashboard/settings?tab=account#mobile" underline="always">
              verify your mobile number
            </Anchor>
            .
          </Trans>
        </p>
      )}
    </>
  )
}

function On({ twoStep }: { twoStep: ReturnType<typeof useTwoStep> }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const codesLeft = useSession(({ auth }) => auth.user?.mfa.backupCodesLeft ?? 0)
  const isApp = useSession(({ auth }) => auth.user?.mfa.method === 'totp')
  return (
    <>
      <p style={{ margin: '0 0 12px' }}>
        {isApp ? (
          <Trans>Codes come from your authenticator app.</Trans>
        ) : (
          <Trans>Codes are texted to your mobile number.</Trans>
        )}{' '}
        <Plural value={codesLeft} _0="No backup codes left." one="# backup code left." other="# backup codes left." />
      </p>
      <Group gap="xs">
        <Button variant="default" loading={twoStep.isBusy} onClick={() => void twoStep.renew()}>
          <Trans>New backup codes</Trans>
        </Button>
        <Button variant="default" disabled={twoStep.isBusy} onClick={() => setAsking(true)}>
          <Trans>Turn off</Trans>
        </Button>
      </Group>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Turn off two-step login?`}
        confirmLabel={t`Turn off`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          // This dialog closes first, because the password dialog may follow.
          setAsking(false)
          void twoStep.turnOff()
        }}
      >
        <Trans>You'll need only your password to log in. You'll be logged out on your other devices.</Trans>
      </ConfirmCount>
    </>
  )
}

/** Two-step login: off, by app, or by text; with backup codes for when neither is available. */
export function TwoStepCard() {
  const { t } = useLingui()
  const isOn = useSession(({ auth }) => (auth.user?.mfa.method ?? 'none') !== 'none')
  const twoStep = useTwoStep()
  const { offer, codes, problem, dialog } = twoStep
  return (
    <SettingsCard
      id="two-step"
      title={t`Two-step login`}
      text={t`We'll ask for a code after your password. Turning this on or off logs you out on your other devices.`}
      state={<Badge color={isOn ? 'green' : 'gray'}>{isOn ? t`On` : t`Off`}</Badge>}
    >
      {dialog}
      {codes ? (
        <BackupCodes codes={codes} onSaved={twoStep.forgetCodes} />
      ) : offer ? (
        <AppSetUp {...offer} onCode={twoStep.confirmApp} onCancel={twoStep.close} />
      ) : isOn ? (
        <On twoStep={twoStep} />
      ) : (
        <Off twoStep={twoStep} />
      )}
      {problem && (
        <p className={classes.problem} role="alert" style={{ marginBlockStart: 12 }}>
          {problem}
        </p>
      )}
    </SettingsCard>
  )
}
