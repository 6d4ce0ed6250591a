import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { download, saveAs } from '../../shared/api/download.ts'
import { call, type CallInput } from '../../shared/api/from-contract.ts'
import type { Call } from '../../shared/api/from-contract.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { bearerOf } from '../../shared/lib/session/state.ts'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import classes from '../../shared/ui/settings/SettingsCard.module.css'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'

const EVERYONE: CallInput<'exportContacts'>['body'] = { selectedAll: true }

/** Lets an owner take the data of a blocked organization with them. */
export function ExportCard() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const token = useSession(({ auth }) => bearerOf(auth))
  const [busy, setBusy] = useState<string>()
  async function take(request: Call, name: string): Promise<void> {
    setBusy(name)
    const answer = await download(request, token)
    setBusy(undefined)
    if ('file' in answer) saveAs(answer.file, name)
    else toast.failed(answer.error, { title: t`Couldn't load the file`, message: messageFor(answer.error) })
  }
  return (
    <SettingsCard
      id="export"
      title={t`Your data`}
      text={t`You can download it at any time, also while the account is past due.`}
    >
      <div className={classes.line}>
        <Button
          variant="default"
          loading={busy === 'contacts.csv'}
          onClick={() => void take(call('exportContacts', { body: EVERYONE }), 'contacts.csv')}
        >
          <Trans>Download contacts</Trans>
        </Button>
        <Button
          variant="default"
          loading={busy === 'opt-outs.csv'}
          onClick={() => void take(call('exportOptOuts', { query: {} }), 'opt-outs.csv')}
        >
          <Trans>Download opt-outs</Trans>
        </Button>
      </div>
    </SettingsCard>
  )
}
