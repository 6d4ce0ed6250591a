import { formatNumber } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRef, type ChangeEvent } from 'react'
import { announce } from '../../shared/ui/feedback/announce.ts'
import entries from '../../shared/ui/settings/EntryList.module.css'
import { Setting, SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { FileKeys } from './FileKeys.tsx'
import { useUploadHrFileMutation, type HrFile, type HrFiles } from './files-api.ts'
import classes from './Hr.module.css'

/** How files of people arrive: in the browser, by HTTPS and by SFTP, with the keys of programs and the last files. */
export function FilesCard({ files }: { files: HrFiles }) {
  const { t } = useLingui()
  const { sftp, uploadUrl } = files
  return (
    <SettingsCard
      id="hr-files"
      title={t`Files`}
      text={t`Each file lists every current person, as CSV or XLSX. People who are not in it count as having left. You are asked before unusually many change.`}
    >
      <SendNow />
      <Setting
        label={t`Upload address`}
        help={t`Your system sends the file here with PUT and its key as a bearer token.`}
      >
        <CopyText text={uploadUrl} label={t`upload address`} />
      </Setting>
      {sftp && (
        <>
          <Setting label={t`SFTP server`} help={t`Put the file into the folder upload.`}>
            <CopyText text={`sftp://${sftp.user}@${sftp.host}:${sftp.port}/upload`} label={t`SFTP address`} />
          </Setting>
          <Setting label={t`Host key`} help={t`Compare it when you connect for the first time.`}>
            <CopyText text={sftp.fingerprint} label={t`host key`} />
          </Setting>
        </>
      )}
      <FileKeys keys={files.keys} hasSftp={sftp !== null} />
      {files.files.length > 0 && (
        <>
          <h3 className={classes.partApart}>
            <Trans>Latest files</Trans>
          </h3>
          <ul className={entries.list} aria-label={t`Latest files`}>
            {files.files.map((file) => (
              <FileEntry key={file.id} file={file} />
            ))}
          </ul>
        </>
      )}
    </SettingsCard>
  )
}

function SendNow() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [upload, { isLoading }] = useUploadHrFileMutation()
  const input = useRef<HTMLInputElement>(null)
  async function send(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.currentTarget.files?.[0]
    event.currentTarget.value = ''
    if (!file) return
    const { error } = await upload(file)
    if (error) toast.failed(error, { title: t`Couldn't use this file`, message: messageFor(error) })
    else announce(t`File received`)
  }
  return (
    <div className={classes.send}>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx"
        hidden
        aria-label={t`File of people`}
        onChange={(event) => void send(event)}
      />
      <Button loading={isLoading} onClick={() => input.current?.click()}>
        <Trans>Send a file now</Trans>
      </Button>
    </div>
  )
}

function FileEntry({ file }: { file: HrFile }) {
  const { t, i18n } = useLingui()
  const vias: Record<HrFile['via'], string> = { page: t`in the browser`, https: 'HTTPS', sftp: 'SFTP' }
  const rows = formatNumber(file.rows, i18n.locale)
  return (
    <li className={entries.entry}>
      <div className={entries.about}>
        <span className={entries.name}>
          <bdi>{file.name}</bdi>
          <span className={entries.quiet}>
            <RelativeTime at={file.createdAt} />
            {file.sentBy && (
              <>
                {' · '}
                <bdi translate="no">{file.sentBy}</bdi>
              </>
            )}
            {' · '}
            {vias[file.via]}
          </span>
        </span>
        {file.state === 'refused' ? (
          <p className={classes.problem}>{file.problem}</p>
        ) : (
          <p className={entries.words}>
            <Plural value={file.rows} one="# row" other={`${rows} rows`} />
          </p>
        )}
      </div>
    </li>
  )
}
