import { Trans } from '@lingui/react/macro'
import { useDocumentVisibility } from '@mantine/hooks'
import { useSession } from '../../shared/lib/session/select.ts'
import { NameAvatar } from '../../shared/ui/text/NameAvatar.tsx'
import { useEditors, useReportEditing } from './editors-store.ts'
import classes from './News.module.css'

const facesShown = 3

/** Reports that the member is editing an issue, and shows which teammates are editing it too. */
export function Editors({ issueId }: { issueId: string }) {
  const me = useSession(({ auth }) => auth.user?.id)
  useReportEditing(issueId, useDocumentVisibility() === 'visible')
  const others = useEditors(issueId).filter(({ userId }) => userId !== me)
  // The element stays, so that screen readers announce what changes in it.
  return (
    <span className={classes.editors} role="status">
      {others.length > 0 && (
        <>
          <span className={classes.faces}>
            {others.slice(0, facesShown).map(({ userId, name }) => (
              <NameAvatar key={userId} name={name} tintKey={userId} size={24} />
            ))}
          </span>
          <EditingText names={others.map(({ name }) => name)} />
        </>
      )}
    </span>
  )
}

function EditingText({ names: [one = '', two, ...more] }: { names: string[] }) {
  const count = more.length + 1
  const first = <bdi translate="no">{one}</bdi>
  const second = <bdi translate="no">{two}</bdi>
  if (two === undefined)
    return (
      <span>
        <Trans>{first} is editing too</Trans>
      </span>
    )
  return (
    <span>
      {more.length === 0 ? (
        <Trans>
          {first} and {second} are editing too
        </Trans>
      ) : (
        <Trans>
          {first} and {count} more are editing too
        </Trans>
      )}
    </span>
  )
}
