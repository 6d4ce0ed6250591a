import type { Contact } from '@crewline/contract/contacts'
import { formatList } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconArrowRight, IconHome } from '@tabler/icons-react'
import type { Reply } from '../../shared/api/from-contract.ts'
import classes from './Transfer.module.css'

export interface TransferPreviewProps {
  contact: Contact
  /** The name of the organization that the contact goes to. */
  place: string
  preview: Reply<'previewTransfer'>
}

/** Shows what goes along with a contact and what stays. */
export function TransferPreview({ contact, place, preview }: TransferPreviewProps) {
  const { i18n } = useLingui()
  const { goes, stays, optedOut, consentEntries, waiting, groups, isDirect } = preview
  const first = contact.firstname
  return (
    <div className={classes.preview}>
      {!isDirect && (
        <p className={classes.lead}>
          <Trans>
            Someone in {place} has to accept. Until then, nothing changes here, and they see the name and the number.
          </Trans>
        </p>
      )}
      <section aria-labelledby="transfer-goes">
        <h3 id="transfer-goes" className={classes.heading}>
          <IconArrowRight size={16} stroke={1.75} aria-hidden /> <Trans>Goes along</Trans>
        </h3>
        <ul className={classes.items}>
          <li>
            <bdi>{formatList(goes, i18n.locale)}</bdi>
          </li>
          <li>
            {optedOut ? (
              <Trans>The opt-out: {first} stays opted out there.</Trans>
            ) : (
              <Plural
                value={consentEntries}
                _0="No consent is recorded yet."
                one="The consent, with its wording and # entry of its history"
                other="The consent, with its wording and # entries of its history"
              />
            )}
          </li>
        </ul>
      </section>
      <section aria-labelledby="transfer-stays">
        <h3 id="transfer-stays" className={classes.heading}>
          <IconHome size={16} stroke={1.75} aria-hidden /> <Trans>Stays or ends here</Trans>
        </h3>
        <ul className={classes.items}>
          <li>
            <Trans>An archived contact with its messages and notes, for as long as you keep them</Trans>
          </li>
          {groups > 0 && (
            <li>
              <Plural value={groups} one="Membership in # group" other="Membership in # groups" />
            </li>
          )}
          {waiting > 0 && (
            <li>
              <Plural
                value={waiting}
                one="# waiting text, which is canceled"
                other="# waiting texts, which are canceled"
              />
            </li>
          )}
          {stays.length > 0 && (
            <li>
              <Trans>Details that don't fit there:</Trans> <bdi>{formatList(stays, i18n.locale)}</bdi>
            </li>
          )}
        </ul>
      </section>
    </div>
  )
}
