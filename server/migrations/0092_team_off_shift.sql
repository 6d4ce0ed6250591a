set local lock_timeout = '2s';
-- Anyone with a reason could text people who are off shift. From now on it needs a permission, which roles have that send
-- broadcasts, as built-in managers do.
update custom_role set permissions = permissions || '{messages.off_shift}'
  where 'broadcasts.send' = any(permissions) and not 'messages.off_shift' = any(permissions);
update member set permissions = permissions || '{messages.off_shift}'
  where 'broadcasts.send' = any(permissions) and not 'messages.off_shift' = any(permissions);
update api_key set permissions = permissions || '{messages.off_shift}'
  where 'broadcasts.send' = any(permissions) and not 'messages.off_shift' = any(permissions);
