-- Writes a record. ARGV: what is expected ('absent', 'any' or a version), token, ttl in ms or '', how many
-- fields are set, each with its bytes, the fields that are dropped.
-- Returns 1 (done), 0 (conflict) or -1 (gone), the version, and the time.
local key, expected, token, ttl = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local old = redis.call('HMGET', key, 'v', 'w')
local version = old[1]
if version and old[2] == token then
  -- A repeat of the last write. It writes again, so that WAIT waits for it.
  redis.call('HSET', key, 'w', token)
  return {1, tonumber(version), now}
end
if expected == 'absent' then
  if version then return {0, tonumber(version), now} end
elseif not version then
  return {-1, 0, now}
elseif expected ~= 'any' and expected ~= version then
  return {0, tonumber(version), now}
end
local next = tonumber(version or '0') + 1
local set = {'v', string.format('%.0f', next), 'w', token}
if not version then
  set[5], set[6] = 't', string.format('%.0f', now)
end
local dropped = 5 + 2 * tonumber(ARGV[4])
for i = 5, dropped - 1 do set[#set + 1] = ARGV[i] end
redis.call('HSET', key, unpack(set))
if ARGV[dropped] then redis.call('HDEL', key, unpack(ARGV, dropped)) end
if ttl ~= '' then redis.call('PEXPIRE', key, ttl) end
return {1, next, now}
