import { SENDER_NAME_MAX } from '@crewline/contract/organization-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../../shared/ui/settings/SettingsCard.module.css'
import { useOrganizationSettingsQuery } from '../settings-api.ts'
import type { OrganizationForm } from './useOrganizationForm.ts'

/** How the organization calls itself in texts to contacts. */
export function SenderCard({ form: { values, change, errors } }: { form: OrganizationForm }) {
  const { t } = useLingui()
  const { data } = useOrganizationSettingsQuery()
  const signOff = data?.settings.broadcasts.signOff ?? ''
  return (
    <SettingsCard id="sender" title={t`Name in texts`}>
      <Setting
        label={t`Sender name`}
        help={t`How texts, automatic replies, and the voicemail greeting name you. Leave empty to use the name of the organization.`}
      >
        <TextInput
          className={classes.wide ?? ''}
          name="senderName"
          aria-label={t`Sender name`}
          placeholder={values.name}
          translate="no"
          value={values.senderName}
          onChange={(event) => change({ senderName: event.currentTarget.value })}
          error={errors['senderName']}
          maxLength={SENDER_NAME_MAX}
        />
      </Setting>
      <Setting label={t`Sign-off`} help={t`The last line of your broadcasts.`}>
        {signOff === '' ? <Trans>None</Trans> : <bdi>{signOff}</bdi>}
        <Anchor component={Link} to="/dashboard/settings?tab=texting#broadcasts">
          <Trans>Change in Texting</Trans>
        </Anchor>
      </Setting>
    </SettingsCard>
  )
}
