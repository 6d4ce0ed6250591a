import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Button, Checkbox, Switch } from '@mantine/core'
import { useState } from 'react'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useSetSsoStateMutation, useTestSsoMutation, type SsoSettings } from './api.ts'
import classes from './Sso.module.css'
import { useSaving } from './useSaving.ts'

/** Tests single sign-on, turns it on, and requires it, with the owners who can log in without it. */
export function StateCard({ sso }: { sso: SsoSettings }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [test, { isLoading: isStarting }] = useTestSsoMutation()
  const [setState] = useSetSsoStateMutation()
  const { save, dialog } = useSaving()
  const able = sso.owners.filter(({ canBreakGlass }) => canBreakGlass)
  const [chosen, setChosen] = useState<string[]>(
    sso.breakGlassUserIds.length > 0 ? sso.breakGlassUserIds : able.map(({ userId }) => userId),
  )
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const isRequired = sso.state === 'required'
  const isParentOnly = sso.protocol === null && sso.parent?.isTrusted === true

  async function startTest(): Promise<void> {
    const { data, error } = await test()
    if (data) location.assign(data.url)
    else toast.failed(error, { title: t`Couldn't start the test`, message: messageFor(error) })
  }

  async function change(state: SsoSettings['state']): Promise<void> {
    const refused = await save(() => setState({ state, breakGlassUserIds: state === 'required' ? chosen : [] }))
    setProblem(refused?.['breakGlassUserIds'] ?? '')
  }

  return (
    <SettingsCard
      id="sso-state"
      title={t`Use single sign-on`}
      state={
        sso.state === 'off' ? (
          <Badge color="gray">
            <Trans>Off</Trans>
          </Badge>
        ) : isRequired ? (
          <Badge color="green">
            <Trans>Required</Trans>
          </Badge>
        ) : (
          <Badge color="green">
            <Trans>On</Trans>
          </Badge>
        )
      }
    >
      {dialog}
      <Setting
        label={t`Test login`}
        help={
          sso.testedAt ? (
            <Trans>
              Worked <RelativeTime at={sso.testedAt} />. A test changes nothing.
            </Trans>
          ) : (
            t`Log in once at the identity provider before you turn it on. A test changes nothing.`
          )
        }
      >
        <Button
          variant="default"
          loading={isStarting}
          disabled={sso.protocol === null}
          onClick={() => void startTest()}
        >
          <Trans>Test login</Trans>
        </Button>
      </Setting>
      <Setting label={t`Let teammates log in through your company`}>
        <Switch
          aria-label={t`Let teammates log in through your company`}
          checked={sso.state !== 'off'}
          disabled={sso.state === 'off' && sso.testedAt === null && !isParentOnly}
          onChange={(event) => void change(event.currentTarget.checked ? 'on' : 'off')}
        />
      </Setting>
      <Setting
        label={t`Require single sign-on`}
        help={t`Passwords and emailed links stop working for everyone else, and sessions that began with them end.`}
      >
        <Switch
          aria-label={t`Require single sign-on`}
          checked={isRequired}
          disabled={sso.state === 'off'}
          onChange={(event) => (event.currentTarget.checked ? setAsking(true) : void change('on'))}
        />
      </Setting>
      <Checkbox.Group
        mt="md"
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        label={t`Owners who can still log in with a password`}
        description={t`In case the identity provider fails. Each needs two-step login.`}
        value={chosen}
        onChange={setChosen}
        error={problem}
      >
        {sso.owners.map(({ userId, name, email, canBreakGlass }) => (
          <Checkbox
            key={userId}
            mt="xs"
            value={userId}
            disabled={!canBreakGlass}
            label={<bdi>{name || email}</bdi>}
            description={canBreakGlass ? undefined : t`Needs a password and two-step login first.`}
          />
        ))}
      </Checkbox.Group>
      {isRequired && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => void change('required')}>
            <Trans>Save owners</Trans>
          </Button>
        </div>
      )}
      <ConfirmCount
        isOpen={isAsking}
        title={t`Require single sign-on?`}
        confirmLabel={t`Require it`}
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          setAsking(false)
          await change('required')
        }}
      >
        <Trans>
          Teammates who logged in with a password are logged out now and must log in through your company. That includes
          you, unless you are one of the owners chosen below.
        </Trans>
      </ConfirmCount>
    </SettingsCard>
  )
}
