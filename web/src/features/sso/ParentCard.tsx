import { Trans, useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { useTrustParentSsoMutation, type SsoSettings } from './api.ts'
import { useSaving } from './useSaving.ts'

/** Lets the identity provider of the parent open a child organization. */
export function ParentCard({ parent }: { parent: NonNullable<SsoSettings['parent']> }) {
  const { t } = useLingui()
  const [trust] = useTrustParentSsoMutation()
  const { save, dialog } = useSaving()
  const { name } = parent
  return (
    <SettingsCard id="sso-parent" title={t`Parent organization`}>
      {dialog}
      <Setting
        label={<Trans>Trust the login of {name}</Trans>}
        help={
          parent.hasSso || parent.isTrusted
            ? t`Teammates who belong to both can switch here without another password.`
            : t`${name} has no single sign-on yet.`
        }
      >
        <Switch
          aria-label={t`Trust the login of ${name}`}
          checked={parent.isTrusted}
          disabled={!parent.hasSso && !parent.isTrusted}
          onChange={(event) => {
            const isTrusted = event.currentTarget.checked
            void save(() => trust(isTrusted))
          }}
        />
      </Setting>
    </SettingsCard>
  )
}
