import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { GroupFilter } from '../groups/index.ts'
import { useInboxTagsQuery } from './beside-api.ts'
import { TagPopover } from './PickMenu.tsx'
import type { InboxUrl } from './useInboxUrl.ts'

/** Narrows the list to some groups and to some tags; each is absent while the organization has none. */
export default function ListFilters({ asked, narrow }: Pick<InboxUrl, 'asked' | 'narrow'>) {
  const { t } = useLingui()
  const { data: tags = [] } = useInboxTagsQuery()
  const { groupIds, tagIds } = asked
  const count = tagIds.length
  return (
    <>
      <GroupFilter chosen={groupIds} onChoose={(ids) => narrow({ groupIds: ids })} />
      {(tags.length > 0 || count > 0) && (
        <TagPopover
          label={t`Tags`}
          chosen={tagIds}
          onTag={(tag, isOn) => narrow({ tagIds: isOn ? [...tagIds, tag.id] : tagIds.filter((id) => id !== tag.id) })}
        >
          <ActionIcon
            variant={count > 0 ? 'light' : 'default'}
            color={count > 0 ? 'blue' : 'gray'}
            size={30}
            aria-label={count > 0 ? t`Tags: ${count}` : t`Tags`}
          >
            <IconTag size={16} stroke={1.75} />
          </ActionIcon>
        </TagPopover>
      )}
    </>
  )
}
