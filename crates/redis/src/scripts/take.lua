-- Takes from a limit, of which is known when all that was taken is free again, in us since 1970.
-- ARGV: us until one unit is free, burst, cost. Returns 0, or how many us to wait.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local unit, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + cost * unit
local over = at - now - burst * unit
if over > 0 then return math.ceil(over) end
local left = math.min(math.ceil((at - now) / 1000) + 1, 1e14)
redis.call('SET', KEYS[1], string.format('%.0f', at), 'PX', string.format('%.0f', left))
return 0
