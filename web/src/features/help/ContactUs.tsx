import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconMail, IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useMeQuery } from '../accounts/index.ts'
import { useBillingContactsQuery } from '../team/index.ts'
import type { Reply } from '../../shared/api/from-contract.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import classes from './Help.module.css'

const mostOwners = 3

/** Names the owners of the organization, with a link to email each. */
function AskOwners() {
  const { data: contacts = [] } = useBillingContactsQuery()
  const owners = contacts.filter(({ role }) => role === 'owner').slice(0, mostOwners)
  if (owners.length === 0) return <Trans>Ask an owner or admin of your organization.</Trans>
  return (
    <>
      <Trans>Ask an owner of your organization:</Trans>
      <ul className={classes.owners}>
        {owners.map(({ userId, email, ...named }) => (
          <li key={userId}>
            <Anchor href={`mailto:${email}`} inherit underline="always">
              <bdi>{fullName(named) || email}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ChatButtonProps {
  me: Reply<'me'>
  /** Called when the chat is open, which then has the focus. */
  onOpened: () => void
}

/** Opens the chat of the operator, if there is one. */
function ChatButton({ me: { user, intercomHash, supportChat }, onOpened }: ChatButtonProps) {
  const { i18n } = useLingui()
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle')
  if (!supportChat || !intercomHash) return null
  async function open(chat: NonNullable<typeof supportChat>, hash: string): Promise<void> {
    setState('opening')
    try {
      const { openSupportChat } = await import('./support-chat.ts')
      await openSupportChat(chat, { id: user.id, hash, name: fullName(user), email: user.email }, i18n.locale)
    } catch {
      return setState('failed')
    }
    setState('idle')
    onOpened()
  }
  return (
    <div className={classes.chat}>
      <Button
        variant="default"
        leftSection={<IconMessageCircle size={16} stroke={1.75} />}
        loading={state === 'opening'}
        onClick={() => void open(supportChat, intercomHash)}
      >
        <Trans>Chat with us</Trans>
      </Button>
      <p role="status" className={classes.chatNote}>
        {state === 'failed' ? (
          <Trans>Couldn't open the chat. An ad blocker or your network may block it.</Trans>
        ) : (
          <Trans>Opens Intercom, which gets your name and email.</Trans>
        )}
      </p>
    </div>
  )
}

/** Whom to ask when no article helps: the operator's chat and address, or the owners where no address is set. */
export function ContactUs({ onChat }: { onChat: () => void }) {
  const { data: me, isLoading } = useMeQuery()
  if (isLoading) return null
  return (
    <section className={classes.contact} data-start>
      <h3 className={classes.contactTitle}>
        <Trans>Need more help?</Trans>
      </h3>
      {me && <ChatButton me={me} onOpened={onChat} />}
      {me?.supportEmail ? (
        <div className={classes.email}>
          <Button
            component="a"
            href={`mailto:${me.supportEmail}`}
            variant="default"
            leftSection={<IconMail size={16} stroke={1.75} />}
          >
            <Trans>Contact us</Trans>
          </Button>
          <bdi>{me.supportEmail}</bdi>
        </div>
      ) : (
        <div className={classes.ask}>
          <AskOwners />
        </div>
      )}
    </section>
  )
}
