-- Changes an index. ARGV: for each change its kind, name and ms from now. Returns how many entries it has.
local key = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local passes = false
for i = 1, #ARGV, 3 do
  local kind, name, at = ARGV[i], ARGV[i + 1], string.format('%.0f', now + ARGV[i + 2])
  if kind == 'set' then
    redis.call('ZADD', key, at, name)
  elseif kind == 'extend' then
    redis.call('ZADD', key, 'XX', 'GT', at, name)
  elseif kind == 'drop' then
    redis.call('ZREM', key, name)
  else
    passes = true
    redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  end
end
local count = redis.call('ZCARD', key)
if count > 0 and passes then
  local last = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', key, string.format('%.0f', last[2]))
elseif count > 0 and #ARGV > 0 then
  redis.call('PERSIST', key)
end
return count
