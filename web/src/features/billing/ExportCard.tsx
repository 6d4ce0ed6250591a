import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { call, type CallInput } from '../../shared/api/from-contract.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { useSaveFile } from '../../shared/ui/toast/useSaveFile.ts'

const EVERYONE: CallInput<'exportContacts'>['body'] = { selectedAll: true }

/** Lets an owner take the data of a blocked organization with them. */
export function ExportCard() {
  const { t } = useLingui()
  const { savingName, save } = useSaveFile()
  return (
    <SettingsCard
      id="export"
      title={t`Your data`}
      text={t`You can download it at any time, also while the account is past due.`}
    >
      <div className={classes.line}>
        <Button
          variant="default"
          loading={savingName === 'contacts.csv'}
          onClick={() => void save(call('exportContacts', { body: EVERYONE }), 'contacts.csv')}
        >
          <Trans>Download contacts</Trans>
        </Button>
        <Button
          variant="default"
          loading={savingName === 'opt-outs.csv'}
          onClick={() => void save(call('exportOptOuts', { query: {} }), 'opt-outs.csv')}
        >
          <Trans>Download opt-outs</Trans>
        </Button>
      </div>
    </SettingsCard>
  )
}
