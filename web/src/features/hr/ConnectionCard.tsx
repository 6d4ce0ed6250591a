import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSession } from '../../shared/lib/session/select.ts'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import settingsClasses from '../../shared/ui/settings/SettingsCard.module.css'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { isNotProven, useProof } from '../accounts/index.ts'
import { useRefreshHrisMutation, type HrOverview } from './api.ts'
import { useConnectHrFilesMutation } from './files-api.ts'
import { useConnectHrScimMutation } from './scim-api.ts'
import { Disconnect } from './Disconnect.tsx'
import classes from './Hr.module.css'
import { useConnect } from './useConnect.ts'

/** The connection itself: connect, sync now, connect again, disconnect. */
export function ConnectionCard({ overview }: { overview: HrOverview }) {
  const { t, i18n } = useLingui()
  const timeZone = useSession(({ auth }) => auth.organization?.timezone)
  const { isSetUp, connection, syncs } = overview
  const [isEnding, setEnding] = useState(false)
  const ender = useRef<HTMLButtonElement>(null)
  const { connect, isConnecting, dialog } = useConnect()
  const isAsked = syncs.some(({ state }) => state === 'review')
  const isOpen = syncs.some(({ state }) => ['reading', 'comparing', 'review', 'applying', 'undoing'].includes(state))
  return (
    <SettingsCard
      id="hr-system"
      title={t`HR system`}
      text={t`Keep contacts and groups up to date from the system where your people are hired and leave.`}
    >
      {dialog}
      {!connection && !isSetUp && (
        <StatePanel
          kind="firstUse"
          icon={IconUsersGroup}
          title={t`Not available here`}
          text={t`Ask the person who runs this server to add a Finch account.`}
          compact
        />
      )}
      {!connection && isSetUp && (
        <>
          <p className={classes.words}>
            <Trans>
              Log in to your HR system through Finch. We read names, numbers and jobs; never pay or social security
              numbers. You see every change before anything is saved.
            </Trans>
          </p>
          <Button loading={isConnecting} onClick={() => void connect()}>
            <Trans>Connect HR system</Trans>
          </Button>
        </>
      )}
      {!connection && <OtherSources />}
      {connection && (
        <>
          {connection.state === 'reauth' && (
            <div className={settingsClasses.note} role="status">
              <p>
                <Trans>
                  {connection.system} ended the connection. Contacts stay as they are. Connect again to keep them up to
                  date.
                </Trans>
              </p>
            </div>
          )}
          <p className={classes.words}>
            <strong>
              <bdi>{connection.system}</bdi>
            </strong>{' '}
            {connection.company && (
              <>
                · <bdi>{connection.company}</bdi>{' '}
              </>
            )}
            {connection.formerCompany === null && (
              <>
                · <Plural value={connection.people} one="# person" other="# people" />
              </>
            )}
          </p>
          {connection.formerCompany !== null && (
            <FormerCompany people={connection.people} company={connection.formerCompany} isAsked={isAsked} />
          )}
          {connection.nextSyncAt && (
            <p className={classes.words}>
              <Trans>Next sync: {formatDate(connection.nextSyncAt, 'dateTime', i18n.locale, timeZone)}</Trans>
            </p>
          )}
          <div className={settingsClasses.line}>
            {connection.state === 'reauth' ? (
              <Button loading={isConnecting} onClick={() => void connect()}>
                <Trans>Connect again</Trans>
              </Button>
            ) : (
              <SyncNow isOpen={isOpen} />
            )}
            <Button ref={ender} variant="default" onClick={() => setEnding(true)}>
              <Trans>Disconnect</Trans>
            </Button>
          </div>
          {isEnding && (
            <Disconnect
              system={connection.system}
              onClose={() => {
                setEnding(false)
                ender.current?.focus()
              }}
            />
          )}
        </>
      )}
    </SettingsCard>
  )
}

/** Says who keeps the people while another company is connected and a member has not decided yet. */
function FormerCompany({ people, company, isAsked }: { people: number; company: string; isAsked: boolean }) {
  return (
    <p className={classes.words}>
      <Plural value={people} one={`${company} still keeps # person.`} other={`${company} still keeps # people.`} />{' '}
      {isAsked ? (
        <Trans>Decide below what happens to them.</Trans>
      ) : (
        <Trans>Sync to decide what happens to them. Until then nothing changes.</Trans>
      )}
    </p>
  )
}

/** For HR systems that cannot be connected: files that they or a member send, or people that they push. */
function OtherSources() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [connectFiles, filing] = useConnectHrFilesMutation()
  const [connectScim, pushing] = useConnectHrScimMutation()
  const { proven, dialog } = useProof()
  async function start(connect: typeof connectFiles | typeof connectScim): Promise<void> {
    const { error } = await proven<{ error?: unknown }>(() => connect(''))
    if (error && !isNotProven(error)) toast.failed(error, { title: t`Couldn't connect`, message: messageFor(error) })
  }
  return (
    <div className={classes.files}>
      {dialog}
      <p className={classes.words}>
        <Trans>
          Is yours not in the list? Let it send a file with every current person, by HTTPS or SFTP, or let your identity
          provider push workers with SCIM.
        </Trans>
      </p>
      <div className={settingsClasses.line}>
        <Button variant="default" loading={filing.isLoading} onClick={() => void start(connectFiles)}>
          <Trans>Use files</Trans>
        </Button>
        <Button variant="default" loading={pushing.isLoading} onClick={() => void start(connectScim)}>
          <Trans>Use SCIM</Trans>
        </Button>
      </div>
    </div>
  )
}

function SyncNow({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [refresh, { isLoading }] = useRefreshHrisMutation()
  async function start(): Promise<void> {
    const { error } = await refresh()
    if (error) toast.failed(error, { title: t`Couldn't start the sync`, message: messageFor(error) })
  }
  return (
    <Button loading={isLoading} disabled={isOpen} onClick={() => void start()}>
      <Trans>Sync now</Trans>
    </Button>
  )
}
