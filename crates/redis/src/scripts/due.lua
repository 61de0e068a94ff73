-- Takes what is due of an index, and gives it a new time. ARGV: ms until that, how many.
-- Returns the new time, and the names.
local key = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local at = string.format('%.0f', now + ARGV[1])
local names = redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, ARGV[2])
for _, name in ipairs(names) do redis.call('ZADD', key, at, name) end
local left = redis.call('PTTL', key)
if left >= 0 and now + left < tonumber(at) then redis.call('PEXPIREAT', key, at) end
return {tonumber(at), names}
