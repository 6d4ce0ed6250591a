import type { ContactSummary } from '@crewline/contract/contacts'
import { languageName } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../../shared/lib/session/select.ts'
import { useContactQuery } from '../../contacts/index.ts'
import { useViewers } from '../state/presence.ts'
import classes from './Thread.module.css'

const groupsNamed = 2

/** The second line of a thread header: the teammates who are viewing, otherwise language, groups and location. */
export function HeaderDetail({ contact }: { contact: ContactSummary }) {
  const { t, i18n } = useLingui()
  const me = useSession(({ auth }) => auth.user?.id)
  const viewers = useViewers(contact.id).filter(({ userId }) => userId !== me)
  const { currentData } = useContactQuery(contact.id)
  const [first, second, ...more] = viewers.map(({ name }) => name.split(' ', 1)[0] ?? name)
  if (first !== undefined) {
    const others = more.length + 1
    return (
      <span className={classes.detail} data-viewing role="status">
        {second === undefined ? (
          <Trans>{first} is viewing</Trans>
        ) : more.length === 0 ? (
          <Trans>
            {first} and {second} are viewing
          </Trans>
        ) : (
          <Trans>
            {first} and {others} more are viewing
          </Trans>
        )}
      </span>
    )
  }
  const attributes = [
    contact.language ? languageName(contact.language, i18n.locale) : '',
    ...(currentData?.groups.slice(0, groupsNamed).map(({ name }) => name) ?? []),
    currentData?.location ?? '',
  ].filter(Boolean)
  return (
    <span className={classes.detail}>
      {attributes.length > 0 ? (
        <bdi>{attributes.join(' · ')}</bdi>
      ) : contact.phoneDisplay ? (
        <bdi dir="ltr">{contact.phoneDisplay}</bdi>
      ) : (
        t`No mobile`
      )}
    </span>
  )
}
