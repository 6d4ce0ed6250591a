import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Checkbox } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { useOrganizationSettingsQuery } from '../../../organizations/index.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'

/** What is added to the text: counted links, the sign-off of the organization, and how to opt out. */
export function TextOptions({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { data } = useOrganizationSettingsQuery()
  const mayManage = useCan('organization.manage')
  const { trackLinks, signOff, optOutLine } = draft.content.message
  const line = data?.settings.broadcasts.signOff ?? ''
  return (
    <div className={classes.choices}>
      <Checkbox
        label={t`Shorten links and count clicks`}
        checked={trackLinks}
        onChange={(event) => draft.changeMessage({ trackLinks: event.currentTarget.checked })}
      />
      {line !== '' && (
        <Checkbox
          label={t`End with “${line}”`}
          checked={signOff}
          onChange={(event) => draft.changeMessage({ signOff: event.currentTarget.checked })}
        />
      )}
      {line === '' && data && mayManage && (
        <p className={classes.quiet}>
          <Trans>
            Your organization has no sign-off line.{' '}
            <Anchor component={Link} to="/dashboard/settings?tab=texting#broadcasts" inherit>
              Set one
            </Anchor>
          </Trans>
        </p>
      )}
      <Checkbox
        label={t`Say how to opt out`}
        description={t`Adds “Reply STOP to opt out” in the language of each person.`}
        checked={optOutLine}
        onChange={(event) => draft.changeMessage({ optOutLine: event.currentTarget.checked })}
      />
    </div>
  )
}
